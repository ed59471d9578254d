import { displayedName } from '@adda/contract/accounts';
import type { Report } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { classNames } from '../../../../ui/class-names.ts';
import { Time } from '../../../../ui/time.tsx';
import { StateMark } from '../../frame/state-mark.tsx';
import { adminSearch, type AdminFilter } from '../../frame/use-admin-place.ts';
import { DueClock } from './due-clock.tsx';
import { isUndecided, kindName, outcomeName, statusName } from './report-labels.ts';

export type ReportRowProps = { report: Report; isOpen: boolean; filter: AdminFilter };

function ReportState({ report }: { report: Report }) {
  const { status, action, assigned_to: by } = report;
  if (!isUndecided(report)) return <StateMark>{outcomeName(status, action)}</StateMark>;
  if (status === 'open') return null;
  return <StateMark tone="warm">{by === null ? statusName(status) : <Trans>With {by}</Trans>}</StateMark>;
}

/** A queue row: users, kind, age and due time. */
export function ReportRow({ report, isOpen, filter }: ReportRowProps) {
  const { t } = useLingui();
  const { reported, reporter, reason } = report;
  const reporterName = reporter ? displayedName(reporter.username) : t`the word list`;
  return (
    <li>
      <Link
        to="/admin"
        search={adminSearch({ view: 'reports', id: report.report_id, filter })}
        data-row={report.report_id}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'grid min-h-17 gap-1 rounded-chip px-3 py-2.5 hover:bg-raised focus-visible:outline-offset-[-3px]',
          isOpen && 'bg-rani-wash hover:bg-rani-wash',
        )}
      >
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <strong className="min-w-0 truncate">{displayedName(reported.username)}</strong>
          <DueClock report={report} />
        </span>
        <span className="line-clamp-2 text-sm wrap-anywhere">{reason}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-mute">
          <StateMark>{kindName(report.kind)}</StateMark>
          <ReportState report={report} />
          <span className="min-w-0 wrap-anywhere">
            <Trans>
              by {reporterName} · <Time value={report.created_at} as="ago" />
            </Trans>
          </span>
        </span>
      </Link>
    </li>
  );
}
