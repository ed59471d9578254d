import { displayedName } from '@adda/contract/accounts';
import { REPORTS_PAGE, type Report } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PartyPopper } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { ListSkeleton } from '../../../../ui/skeletons.tsx';
import { Time } from '../../../../ui/time.tsx';
import { EmptyState } from '../../../../ui/view-states.tsx';
import { FilterSelect, FilterText, FilterToggle } from '../../frame/filters.tsx';
import { Loaded } from '../../frame/loaded.tsx';
import { PagedRows } from '../../frame/paged-rows.tsx';
import { pageOf } from '../../frame/pager.tsx';
import { StateMark } from '../../frame/state-mark.tsx';
import { adminSearch, type AdminFilter } from '../../frame/use-admin-place.ts';
import { DueClock } from './due-clock.tsx';
import { isUndecided, kindName, outcomeName, statusName } from './report-labels.ts';

/** A page of the queue, as the server returns it. */
export type ReportPage = { readonly reports: readonly Report[]; readonly total_count: number };

export type ReportQueueProps = {
  query: UseQueryResult<ReportPage>;
  openId: string | undefined;
  filter: AdminFilter;
  onNarrow: (changes: AdminFilter) => void;
};

function NoReports({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  if (!isNarrowed)
    return (
      <EmptyState
        icon={<PartyPopper className="size-7" />}
        title={<Trans>All done</Trans>}
        text={<Trans>No report is waiting. New ones come in by themselves.</Trans>}
      />
    );
  return (
    <EmptyState
      title={<Trans>No report fits</Trans>}
      action={
        <Button tone="quiet" onClick={onAll}>
          <Trans>Show everything to do</Trans>
        </Button>
      }
    />
  );
}

type ReportFiltersProps = { filter: AdminFilter; onNarrow: (changes: AdminFilter) => void };

/** Filters of the queue. */
function ReportFilters({ filter, onNarrow }: ReportFiltersProps) {
  const { t } = useLingui();
  const narrow = (changes: AdminFilter) => onNarrow({ ...changes, page: '' });
  return (
    <div role="search" aria-label={t`Filter reports`} className="flex flex-wrap gap-2">
      <FilterSelect
        label={t`Status`}
        value={filter.status ?? ''}
        onChange={(status) => narrow({ status })}
        options={[
          { value: '', label: t`To do` },
          { value: 'open', label: t`Open` },
          { value: 'reviewing', label: t`In review` },
          { value: 'resolved', label: t`Resolved` },
          { value: 'dismissed', label: t`Dismissed` },
          { value: 'all', label: t`All` },
        ]}
      />
      <FilterSelect
        label={t`About`}
        value={filter.kind ?? ''}
        onChange={(kind) => narrow({ kind })}
        options={[
          { value: '', label: t`Everything` },
          { value: 'message', label: t`Messages` },
          { value: 'post', label: t`Posts` },
          { value: 'person', label: t`People` },
        ]}
      />
      <FilterToggle
        label={t`Overdue`}
        isOn={filter.overdue === 'true'}
        onChange={(isOn) => narrow({ overdue: isOn ? 'true' : '' })}
      />
      <FilterToggle
        label={t`Mine`}
        isOn={filter.mine === 'true'}
        onChange={(isOn) => narrow({ mine: isOn ? 'true' : '' })}
      />
      <FilterText
        label={t`Reported username`}
        value={filter.reported ?? ''}
        onChange={(reported) => narrow({ reported })}
      />
    </div>
  );
}

type ReportRowProps = { report: Report; isOpen: boolean; filter: AdminFilter };

function ReportState({ report }: { report: Report }) {
  const { status, action, assigned_to: by } = report;
  if (!isUndecided(report)) return <StateMark>{outcomeName(status, action)}</StateMark>;
  if (status === 'open') return null;
  return <StateMark tone="warm">{by === null ? statusName(status) : <Trans>With {by}</Trans>}</StateMark>;
}

/** A queue row: users, kind, age and due time. */
function ReportRow({ report, isOpen, filter }: ReportRowProps) {
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

/** The report queue with its filters (SV-48). */
export function ReportQueue({ query, openId, filter, onNarrow }: ReportQueueProps) {
  const { t } = useLingui();
  const activeFilters = Object.keys(filter).filter((name) => filter[name] !== '');
  const showAll = () => onNarrow(Object.fromEntries(activeFilters.map((name) => [name, ''])));
  return (
    <div className="grid grid-cols-1 gap-3">
      <ReportFilters filter={filter} onNarrow={onNarrow} />
      <Loaded query={query} skeleton={<ListSkeleton rows={8} />}>
        {({ reports, total_count: total }) => (
          <PagedRows
            label={t`Reports`}
            count={plural(total, { one: '# report', other: '# reports' })}
            empty={<NoReports isNarrowed={activeFilters.length > 0} onAll={showAll} />}
            page={pageOf(filter.page)}
            pageSize={REPORTS_PAGE}
            total={total}
            isBusy={query.isPlaceholderData}
            onTurn={(page) => onNarrow({ page: page === 1 ? '' : String(page) })}
          >
            {reports.map((report) => (
              <ReportRow
                key={report.report_id}
                report={report}
                isOpen={report.report_id === openId}
                filter={filter}
              />
            ))}
          </PagedRows>
        )}
      </Loaded>
    </div>
  );
}
