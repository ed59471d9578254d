import { Trans, useLingui } from '@lingui/react/macro';
import { fullTime } from '../../../ui/time-format.ts';
import { TextField } from '../../../ui/text-field.tsx';

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/**
 * Converts an ISO time to the value of a `datetime-local` input: `YYYY-MM-DDTHH:mm`, in the device's zone; ''
 * for null.
 */
export function localTimeOf(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** Converts such a value back to an ISO time; undefined if it is empty or incomplete. */
export function momentOf(local: string): string | undefined {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Start and end of a schedule as field values, in the device's zone; '' means open. */
export type Schedule = { readonly from: string; readonly to: string };

/** Whether the end is before the start. */
export function isBackwards({ from, to }: Schedule): boolean {
  const end = momentOf(to);
  return end !== undefined && end <= (momentOf(from) ?? new Date().toISOString());
}

type PartProps = { name: string; label: string; value: string; error?: string | undefined; fallback: string };

/** Shows the time in the console's zone, independent of the device. */
function SchedulePart({ fallback, onChange, ...field }: PartProps & { onChange: (value: string) => void }) {
  const moment = momentOf(field.value);
  const text = moment && fullTime(moment);
  return (
    <TextField
      {...field}
      type="datetime-local"
      hint={text ? <Trans>{text} in India</Trans> : fallback}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export type ScheduleFieldsProps = {
  value: Schedule;
  onChange: (value: Schedule) => void;
  /** The error of the end field. */
  error?: string | undefined;
};

/** Start and end fields of a schedule. */
export function ScheduleFields({ value, onChange, error }: ScheduleFieldsProps) {
  const { t } = useLingui();
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <SchedulePart
        name="from"
        label={t`From (your local time)`}
        value={value.from}
        fallback={t`Empty: from now on`}
        onChange={(from) => onChange({ ...value, from })}
      />
      <SchedulePart
        name="to"
        label={t`Until (your local time)`}
        value={value.to}
        error={error}
        fallback={t`Empty: until somebody ends it`}
        onChange={(to) => onChange({ ...value, to })}
      />
    </div>
  );
}
