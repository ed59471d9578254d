import type { ReportCategory } from '@adda/contract/moderation';
import { HIDING_DAYS } from '@adda/contract/moderation/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

/** What the reporter says besides the reason. */
export type ReportChoice = { readonly isThreatened: boolean; readonly category: ReportCategory };

export type ReportChoiceFieldsProps = {
  /** The displayed name of the reported user. */
  name: string;
  value: ReportChoice;
  onChange: (value: ReportChoice) => void;
};

const categories: readonly ReportCategory[] = ['other', 'threat', 'intimate_image', 'scam'];

/** 'I am being threatened' with what then happens, otherwise what the report is about (MR-05). */
export function ReportChoiceFields({ name, value, onChange }: ReportChoiceFieldsProps) {
  const { t } = useLingui();
  const labels: Record<ReportCategory, string> = {
    other: t`Something else`,
    threat: t`A threat against somebody`,
    intimate_image: t`An intimate picture that should not be shared`,
    scam: t`Money, or a trick`,
  };
  return (
    <>
      <div className="rounded-card bg-marigold-wash px-4 py-2">
        <Checkbox
          name="threatened"
          label={<strong>{t`I am being threatened`}</strong>}
          hint={
            value.isThreatened && (
              <Trans>
                You need no words. We keep what was said, block {name}, and hide you from strangers for{' '}
                {HIDING_DAYS} days. Then we show you whom you can call.
              </Trans>
            )
          }
          checked={value.isThreatened}
          onChange={(event) => onChange({ ...value, isThreatened: event.target.checked })}
        />
      </div>
      {!value.isThreatened && (
        <SelectField
          name="category"
          label={<Trans>What is it about?</Trans>}
          value={value.category}
          options={categories.map((category) => ({ value: category, label: labels[category] }))}
          onChange={(event) =>
            onChange({
              ...value,
              category: categories.find((category) => category === event.target.value) ?? 'other',
            })
          }
        />
      )}
    </>
  );
}
