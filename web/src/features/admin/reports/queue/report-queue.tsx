import { displayedName } from '@adda/contract/accounts';
import { REPORTS_PAGE, type Report } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { Time } from '../../../../ui/time.tsx';
import { EmptyState } from '../../../../ui/view-states.tsx';
import { FilterSelect, FilterText, FilterToggle } from '../../frame/filters.tsx';
import { PagedList } from '../../frame/paged-list.tsx';
import { RowLink } from '../../frame/place-link.tsx';
import { StateMark } from '../../frame/state-mark.tsx';
import { useAdminPlace } from '../../frame/use-admin-place.ts';
import { categories } from '../reports.queries.ts';
import { DueClock } from './due-clock.tsx';
import { categoryName, isUndecided, kindName, outcomeName, statusName } from './report-labels.ts';

/** A page of the queue, as the server returns it. */
export type ReportPage = { readonly reports: readonly Report[]; readonly total_count: number };

export type ReportQueueProps = { query: UseQueryResult<ReportPage> };

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

/** Filters of the queue. */
function ReportFilters() {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  const toggle = (name: string, label: string) => (
    <FilterToggle
      label={label}
      isOn={filter[name] === 'true'}
      onChange={(isOn) => narrow({ [name]: isOn ? 'true' : '', page: '' })}
    />
  );
  return (
    <div role="search" aria-label={t`Filter reports`} className="flex flex-wrap gap-2">
      <FilterSelect
        name="status"
        label={t`Status`}
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
        name="kind"
        label={t`About`}
        options={[
          { value: '', label: t`Everything` },
          { value: 'message', label: t`Messages` },
          { value: 'post', label: t`Posts` },
          { value: 'person', label: t`People` },
        ]}
      />
      <FilterSelect
        name="category"
        label={t`Category`}
        options={[
          { value: '', label: t`Every category` },
          ...categories.map((category) => ({ value: category, label: categoryName(category) })),
        ]}
      />
      {toggle('overdue', t`Overdue`)}
      {toggle('mine', t`Mine`)}
      <FilterText name="reported" label={t`Reported username`} />
    </div>
  );
}

function ReportState({ report }: { report: Report }) {
  const { status, action, assigned_to: by } = report;
  if (!isUndecided(report)) return <StateMark>{outcomeName(status, action)}</StateMark>;
  if (status === 'open') return null;
  return <StateMark tone="warm">{by === null ? statusName(status) : <Trans>With {by}</Trans>}</StateMark>;
}

/** Marks of a report that can't wait, and of one that the reporter asked about again (MR-05, MR-06). */
export function CategoryMarks({
  report,
}: {
  report: Pick<Report, 'category' | 'is_threatened' | 'asked_again'>;
}) {
  const { category, is_threatened: isThreatened } = report;
  return (
    <>
      {isThreatened && (
        <StateMark tone="bad">
          <Trans>Threatened</Trans>
        </StateMark>
      )}
      {category !== 'other' && !(isThreatened && category === 'threat') && (
        <StateMark tone="bad">{categoryName(category)}</StateMark>
      )}
      {report.asked_again && (
        <StateMark tone="warm">
          <Trans>Asked again</Trans>
        </StateMark>
      )}
    </>
  );
}

/** A queue row: users, kind, age and due time. */
function ReportRow({ report }: { report: Report }) {
  const { t } = useLingui();
  const { reported, reporter, reason } = report;
  const reporterName = reporter ? displayedName(reporter.username) : t`the word list`;
  return (
    <RowLink id={report.report_id}>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <strong className="min-w-0 truncate">{displayedName(reported.username)}</strong>
        <DueClock report={report} />
      </span>
      {reason !== '' && <span className="line-clamp-2 text-sm wrap-anywhere">{reason}</span>}
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-mute">
        <CategoryMarks report={report} />
        <StateMark>{kindName(report.kind)}</StateMark>
        <ReportState report={report} />
        <span className="min-w-0 wrap-anywhere">
          <Trans>
            by {reporterName} · <Time value={report.created_at} as="ago" />
          </Trans>
        </span>
      </span>
    </RowLink>
  );
}

/** The report queue with its filters (SV-48). */
export function ReportQueue({ query }: ReportQueueProps) {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  const activeFilters = Object.keys(filter).filter((name) => filter[name] !== '');
  const showAll = () => narrow(Object.fromEntries(activeFilters.map((name) => [name, ''])));
  return (
    <>
      <ReportFilters />
      <PagedList
        query={query}
        items={(data) => data.reports}
        total={(data) => data.total_count}
        pageSize={REPORTS_PAGE}
        label={t`Reports`}
        count={(total) => plural(total, { one: '# report', other: '# reports' })}
        empty={<NoReports isNarrowed={activeFilters.length > 0} onAll={showAll} />}
      >
        {(report) => <ReportRow key={report.report_id} report={report} />}
      </PagedList>
    </>
  );
}
