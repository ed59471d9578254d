import { REPORTS_PAGE, type AppealDecision } from '@adda/contract/moderation';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import { pageOf, type AdminFilter } from '../frame/use-admin-place.ts';

const REFRESH_MS = 60_000;

/** Appeals, oldest first; pending ones unless the filter is `decided`. */
export const appealsQuery = (filter: AdminFilter) => {
  const query = {
    status: filter.status === 'decided' ? ('decided' as const) : ('open' as const),
    page: pageOf(filter.page),
    page_size: REPORTS_PAGE,
  };
  return queryOptions({
    queryKey: [...adminKey, 'appeals', query],
    queryFn: ({ signal }) => api('GET /admin/appeals', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
};

/** Upholds or reverses the sanction of an appeal; the user can read the text of the decision. */
export const sendAppealDecision = (appealId: string, body: AppealDecision) =>
  api('PATCH /admin/appeals/:appeal_id', { params: { appeal_id: appealId }, body });
