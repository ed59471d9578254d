import type { Report } from '@adda/contract/moderation';
import { t } from '@lingui/core/macro';
import { Clock } from 'lucide-react';
import { classNames } from '../../../../ui/class-names.ts';
import { useNow } from '../../../../ui/time-clock.ts';
import { fullTime } from '../../../../ui/time-format.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Formats a duration in its largest unit: '5 min', '3 h', '2 d'. */
function spanText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE_MS));
  if (minutes < HOUR_MINUTES) return t`${minutes} min`;
  const hours = Math.round(minutes / HOUR_MINUTES);
  if (minutes < 2 * DAY_MINUTES) return t`${hours} h`;
  const days = Math.round(minutes / DAY_MINUTES);
  return t`${days} d`;
}

/** The time until a report is due, or since it is overdue; not rendered once it is decided. */
export function DueClock({ report }: { report: Pick<Report, 'due_at' | 'is_overdue'> }) {
  const now = useNow();
  if (report.due_at === null) return null;
  const left = Date.parse(report.due_at) - now;
  const isOverdue = report.is_overdue || left < 0;
  const span = spanText(Math.abs(left));
  return (
    <time
      dateTime={report.due_at}
      title={fullTime(report.due_at)}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 text-xs font-semibold tabular-nums',
        isOverdue ? 'text-danger' : 'text-mute',
      )}
    >
      <Clock aria-hidden="true" className="size-3.5" />
      {isOverdue ? t`${span} overdue` : t`due in ${span}`}
    </time>
  );
}
