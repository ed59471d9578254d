import { RECHARGE_PACKAGES } from '@adda/contract/recharge';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { FieldError } from '../../../ui/field.tsx';
import { CoinIcon } from '../coin-icon.tsx';
import { coinLabel } from '../coin-labels.ts';

export type PackageChoiceProps = {
  /** Price of the chosen package, in dollars. */
  value: number | undefined;
  onChange: (dollars: number) => void;
  error: string | undefined;
  isDisabled: boolean;
};

/** The packages, dollars and their coins, as cards (RC-03). */
export function PackageChoice({ value, onChange, error, isDisabled }: PackageChoiceProps) {
  const id = useId();
  const errorId = error ? `${id}-error` : undefined;
  return (
    <fieldset disabled={isDisabled} aria-describedby={errorId}>
      <legend className="pb-2 text-sm font-semibold">
        <Trans>Choose a package</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {RECHARGE_PACKAGES.map(({ dollars, coins }) => (
          <label
            key={dollars}
            className="relative grid min-h-18 cursor-pointer content-center justify-items-center gap-0.5 rounded-chip border border-edge p-2 text-center transition-colors duration-150 last:col-span-full hover:bg-raised has-checked:border-rani has-checked:bg-rani-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal"
          >
            <input
              type="radio"
              name={`${id}-package`}
              value={dollars}
              checked={dollars === value}
              onChange={() => onChange(dollars)}
              className="sr-only"
            />
            <span className="text-lg font-bold tabular-nums">${dollars}</span>
            <span className="flex items-center gap-1.5 text-sm text-mute tabular-nums">
              <CoinIcon className="size-4" />
              {coinLabel(coins)}
            </span>
          </label>
        ))}
      </div>
      {errorId && (
        <div className="pt-2">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
