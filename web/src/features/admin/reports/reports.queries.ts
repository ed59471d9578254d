import { REPORTS_PAGE, type ReportAction, type ReportStatus } from '@adda/contract/moderation';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import { pageOf, type AdminFilter } from '../frame/use-admin-place.ts';

const QUEUE_REFRESH_MS = 30_000;

/** Default filter of the queue: undecided reports. */
export const TO_DO = 'open,reviewing';

const kinds = ['person', 'message', 'post'] as const;
/** What reports are about, the most urgent first. */
export const categories = ['intimate_image', 'threat', 'scam', 'other'] as const;
const statuses = ['open', 'reviewing', 'resolved', 'dismissed'] as const;

/**
 * Converts the address's filter to the request; invalid values are dropped. `me` filters by the caller's own
 * reports.
 */
export function reportsRequest(filter: AdminFilter, me: string) {
  const { status = '', reported = '' } = filter;
  const singleStatus: ReportStatus | undefined = statuses.find((known) => known === status);
  return {
    status: status === 'all' ? statuses.join(',') : (singleStatus ?? TO_DO),
    kind: kinds.find((known) => known === filter.kind),
    category: categories.find((known) => known === filter.category),
    overdue: filter.overdue === 'true' ? ('true' as const) : undefined,
    assigned_to: filter.mine === 'true' ? me : undefined,
    reported: reported === '' ? undefined : reported.toLowerCase(),
    page: pageOf(filter.page),
    page_size: REPORTS_PAGE,
  };
}

/** The report queue, threats first, then the oldest (SV-48, MR-05), refetched every 30 s. */
export const reportsQuery = (filter: AdminFilter, me: string) => {
  const query = reportsRequest(filter, me);
  return queryOptions({
    queryKey: [...adminKey, 'reports', query],
    queryFn: ({ signal }) => api('GET /admin/reports', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: QUEUE_REFRESH_MS,
  });
};

/**
 * One report with everything that a decision needs. Reading it is recorded in the audit, so it is fetched on
 * demand.
 */
export const reportQuery = (reportId: string) =>
  queryOptions({
    queryKey: [...adminKey, 'report', reportId],
    queryFn: async ({ signal }) =>
      (await api('GET /admin/reports/:report_id', { params: { report_id: reportId }, signal })).report,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The request of a decision; the contract documents the fields (SV-49). */
export type DecisionRequest = {
  readonly status: ReportStatus;
  readonly action?: ReportAction;
  readonly reason?: string;
  readonly note?: string;
  readonly until?: string | null;
  readonly keep_out?: boolean;
};

/** Decides a report, or marks it as being reviewed by the caller. */
export const sendDecision = (reportId: string, body: DecisionRequest) =>
  api('PATCH /admin/reports/:report_id', { params: { report_id: reportId }, body });
