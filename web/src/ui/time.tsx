import { useLingui } from '@lingui/react/macro';
import { useNow } from './time-clock.ts';
import { clockTime, elapsed, fullTime, longDay, nearDay, shortDay } from './time-format.ts';

export type TimeProps = {
  /** ISO string from the API. */
  value: string;
  /** `clock` '09:07 pm' · `ago` '21m ago' · `day` 'Today' or 'Monday 3 November' · `full` date and time. */
  as?: 'clock' | 'ago' | 'day' | 'full';
  className?: string;
};

/** Returns a time as text, e.g. for a label. */
export function useTimeText(value: string, as: 'clock' | 'ago' | 'day' | 'full'): string {
  const { t } = useLingui();
  const now = Math.max(useNow(as === 'ago' || as === 'day'), Date.parse(value));
  if (as === 'clock') return clockTime(value);
  if (as === 'full') return fullTime(value);
  if (as === 'day') {
    const near = nearDay(value, now);
    if (near === 'today') return t`Today`;
    return near === 'yesterday' ? t`Yesterday` : longDay(value, now);
  }
  const span = elapsed(value, now);
  if (!span) return shortDay(value, now);
  const { count } = span;
  if (span.unit === 'now') return t`just now`;
  if (span.unit === 'minutes') return t`${count}m ago`;
  return span.unit === 'hours' ? t`${count}h ago` : t`${count}d ago`;
}

/** A time in Kolkata's zone (SH-60); its tooltip has the full date. */
export function Time({ value, as = 'clock', className }: TimeProps) {
  const text = useTimeText(value, as);
  return (
    <time dateTime={value} title={fullTime(value)} className={className}>
      {text}
    </time>
  );
}
