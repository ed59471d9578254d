import { SUSPENSION_DAYS, type Report } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { radioClasses } from '../../../../ui/radio-classes.ts';
import { choices, type Choice } from './decision-draft.ts';
import { choiceName } from './decision-labels.ts';

/** Returns the choices that don't apply to a report. */
export function impossibleChoices({
  kind,
  reported,
}: Pick<Report, 'kind' | 'reported'>): ReadonlySet<Choice> {
  const none = new Set<Choice>();
  if (kind === 'person') none.add('delete_content');
  if (reported.is_suspended) none.add('suspend').add('ban');
  return none;
}

export type ChoiceListProps = {
  value: Choice | undefined;
  impossible: ReadonlySet<Choice>;
  onChoose: (choice: Choice) => void;
};

/** The possible decisions; the keys 1 to 6 select one. */
export function ChoiceList({ value, impossible, onChoose }: ChoiceListProps) {
  return (
    <fieldset className="grid gap-0.5">
      <legend className="pb-1 text-sm font-semibold">
        <Trans>What is to be done?</Trans>
      </legend>
      {choices.map((choice, index) => (
        <label
          key={choice}
          className="flex min-h-10 items-center gap-3 rounded-chip px-2 text-sm hover:bg-raised has-checked:bg-rani-wash has-disabled:opacity-55 pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="choice"
            value={choice}
            data-choice={choice}
            checked={choice === value}
            disabled={impossible.has(choice)}
            onChange={() => onChoose(choice)}
            className={radioClasses}
          />
          <span className="min-w-0 grow">{choiceName(choice)}</span>
          <kbd aria-hidden="true" className="hidden text-xs text-mute lg:inline">
            {index + 1}
          </kbd>
        </label>
      ))}
    </fieldset>
  );
}

export type DaysChoiceProps = { value: number; onChoose: (days: number) => void };

/** The duration of a suspension. */
export function DaysChoice({ value, onChoose }: DaysChoiceProps) {
  const { t } = useLingui();
  return (
    <div role="radiogroup" aria-label={t`For how long`} className="flex flex-wrap gap-2">
      {SUSPENSION_DAYS.map((days) => (
        <label
          key={days}
          className="inline-flex min-h-11 items-center rounded-full border border-edge px-4 text-sm font-semibold hover:border-ink has-checked:border-rani has-checked:bg-rani-wash has-checked:text-rani-ink has-focus-visible:outline-3 has-focus-visible:outline-teal"
        >
          <input
            type="radio"
            name="days"
            checked={days === value}
            onChange={() => onChoose(days)}
            className="sr-only"
          />
          {plural(days, { one: '# day', other: '# days' })}
        </label>
      ))}
    </div>
  );
}
