import { REPORTS_PAGE, type ReportAction, type ReportStatus } from '@adda/contract/moderation';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import { pageOf } from '../frame/pager.tsx';
import type { AdminFilter } from '../frame/use-admin-place.ts';

const QUEUE_REFRESH_MS = 30_000;

/** What the queue shows unless told: what is not decided yet. */
export const TO_DO = 'open,reviewing';

const kinds = ['person', 'message', 'post'] as const;
const statuses = ['open', 'reviewing', 'resolved', 'dismissed'] as const;

/** Which reports the filter of the address names; what it can't mean is left out. `me` looks at one's own. */
export function reportsAsked(filter: AdminFilter, me: string) {
  const { status = '', reported = '' } = filter;
  const named: ReportStatus | undefined = statuses.find((known) => known === status);
  return {
    status: status === 'all' ? statuses.join(',') : (named ?? TO_DO),
    kind: kinds.find((known) => known === filter.kind),
    overdue: filter.overdue === 'true' ? ('true' as const) : undefined,
    assigned_to: filter.mine === 'true' ? me : undefined,
    reported: reported === '' ? undefined : reported.toLowerCase(),
    page: pageOf(filter.page),
    page_size: REPORTS_PAGE,
  };
}

/** The queue of reports, the oldest first (SV-48), read again every 30 s. */
export const reportsQuery = (filter: AdminFilter, me: string) => {
  const query = reportsAsked(filter, me);
  return queryOptions({
    queryKey: [...adminKey, 'reports', query],
    queryFn: ({ signal }) => api('GET /admin/reports', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: QUEUE_REFRESH_MS,
  });
};

/** One report with what helps to decide it. Reading it is kept in the audit, so it is read when somebody asks for it. */
export const reportQuery = (reportId: string) =>
  queryOptions({
    queryKey: [...adminKey, 'report', reportId],
    queryFn: async ({ signal }) =>
      (await api('GET /admin/reports/:report_id', { params: { report_id: reportId }, signal })).report,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** What is sent for a decision; the contract says what each means (SV-49). */
export type DecisionSent = {
  readonly status: ReportStatus;
  readonly action?: ReportAction;
  readonly reason?: string;
  readonly note?: string;
  readonly until?: string | null;
  readonly keep_out?: boolean;
};

/** Decides a report, or says that one looks at it. */
export const sendDecision = (reportId: string, body: DecisionSent) =>
  api('PATCH /admin/reports/:report_id', { params: { report_id: reportId }, body });
