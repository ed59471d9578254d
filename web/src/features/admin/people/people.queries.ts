import { REPORTS_PAGE } from '@adda/contract/moderation';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import { pageOf } from '../frame/pager.tsx';
import type { AdminFilter } from '../frame/use-admin-place.ts';

const standings = ['suspended', 'flagged', 'reported', 'admin'] as const;

/** People by name, e-mail address and standing. */
export const peopleQuery = (filter: AdminFilter) => {
  const query = {
    search: filter.search || undefined,
    standing: standings.find((known) => known === filter.standing),
    page: pageOf(filter.page),
    page_size: REPORTS_PAGE,
  };
  return queryOptions({
    queryKey: [...adminKey, 'people', query],
    queryFn: ({ signal }) => api('GET /admin/users', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** One person with everything that helps to decide. Reading it is kept in the audit, so it is read when somebody asks for it. */
export const personQuery = (username: string) =>
  queryOptions({
    queryKey: [...adminKey, 'person', username],
    queryFn: async ({ signal }) =>
      (await api('GET /admin/users/:username', { params: { username }, signal })).person,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** What changes somebody's standing: shut out until a time or, with null, for good; or let in again. */
export type AccountStatusChange =
  | { readonly kind: 'suspend'; readonly until: string | null; readonly reason: string }
  | { readonly kind: 'unsuspend'; readonly reason: string };

/** Shuts somebody out, or lets them in again (SV-50). */
export function sendAccountStatus(username: string, change: AccountStatusChange) {
  const { kind, ...body } = change;
  return kind === 'suspend'
    ? api('POST /admin/users/:username/suspend', { params: { username }, body })
    : api('POST /admin/users/:username/unsuspend', { params: { username }, body });
}

/** Hints that somebody suspended is back; those that wait unless the filter says `decided`. */
export const hintsQuery = (filter: AdminFilter) => {
  const query = {
    status: filter.status === 'decided' ? ('decided' as const) : ('open' as const),
    page: pageOf(filter.page),
    page_size: REPORTS_PAGE,
  };
  return queryOptions({
    queryKey: [...adminKey, 'hints', query],
    queryFn: ({ signal }) => api('GET /admin/evasion', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** Says whether a hint is right; nothing happens to the person by it. */
export const sendHintDecision = (flagId: string, status: 'dismissed' | 'confirmed') =>
  api('PATCH /admin/evasion/:flag_id', { params: { flag_id: flagId }, body: { status } });
