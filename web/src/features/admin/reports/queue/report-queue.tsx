import { REPORTS_PAGE, type Report } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { ListSkeleton } from '../../../../ui/skeletons.tsx';
import { EmptyState } from '../../../../ui/view-states.tsx';
import { Loaded } from '../../frame/loaded.tsx';
import { PagedRows } from '../../frame/paged-rows.tsx';
import { pageOf } from '../../frame/pager.tsx';
import type { AdminFilter } from '../../frame/use-admin-place.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportRow } from './report-row.tsx';

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
