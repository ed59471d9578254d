import { GIFTS, type GiftType } from '@adda/contract/gifts';
import { Trans } from '@lingui/react/macro';
import { coinLabel } from '../wallet/index.ts';
import { giftName } from './gift-labels.ts';

const all: readonly GiftType[] = ['kiss', 'love', 'like', 'hug', 'smile'];

export type GiftChoiceProps = {
  /** Empty while none is selected. */
  value: string;
  onChange: (gift: GiftType) => void;
};

/** Radio group of the five gifts with their prices (GI-01). */
export function GiftChoice({ value, onChange }: GiftChoiceProps) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-semibold">
        <Trans>Gift</Trans>
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {all.map((gift) => (
          <label
            key={gift}
            className="relative grid min-h-24 cursor-pointer content-center justify-items-center gap-0.5 rounded-card border-2 border-line p-1.5 text-center transition-colors duration-150 hover:bg-raised has-checked:border-rani has-checked:bg-rani-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal"
          >
            <input
              type="radio"
              name="gift"
              value={gift}
              checked={gift === value}
              onChange={() => onChange(gift)}
              className="sr-only"
            />
            <span aria-hidden="true" className="text-3xl">
              {GIFTS[gift].emoji}
            </span>
            <span className="text-sm font-semibold">{giftName(gift)}</span>
            <span className="text-xs text-mute tabular-nums">{coinLabel(GIFTS[gift].cost)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
