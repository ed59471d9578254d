import { REPORTS_PAGE } from '@adda/contract/moderation';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import { pageOf, type AdminFilter } from '../frame/use-admin-place.ts';

const accountStates = ['suspended', 'flagged', 'reported', 'admin'] as const;

/** Accounts by name, e-mail address and state. */
export const peopleQuery = (filter: AdminFilter) => {
  const query = {
    search: filter.search || undefined,
    standing: accountStates.find((known) => known === filter.standing),
    page: pageOf(filter.page),
    page_size: REPORTS_PAGE,
  };
  return queryOptions({
    queryKey: [...adminKey, 'people', query],
    queryFn: ({ signal }) => api('GET /admin/users', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/**
 * One account with everything that a decision needs. Reading it is recorded in the audit, so it is fetched on
 * demand.
 */
export const personQuery = (username: string) =>
  queryOptions({
    queryKey: [...adminKey, 'person', username],
    queryFn: async ({ signal }) =>
      (await api('GET /admin/users/:username', { params: { username }, signal })).person,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** A change of an account's state: suspended until a time or, with null, permanently; or reinstated. */
export type AccountStatusChange =
  | { readonly kind: 'suspend'; readonly until: string | null; readonly reason: string }
  | { readonly kind: 'unsuspend'; readonly reason: string };

/** Suspends or reinstates an account (SV-50). */
export function sendAccountStatus(username: string, change: AccountStatusChange) {
  const { kind, ...body } = change;
  return kind === 'suspend'
    ? api('POST /admin/users/:username/suspend', { params: { username }, body })
    : api('POST /admin/users/:username/unsuspend', { params: { username }, body });
}

/** Hints that a suspended user returned; pending ones unless the filter is `decided`. */
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

/** Whether a hint is correct. */
export type HintDecision = 'dismissed' | 'confirmed';

/** Marks a hint as correct or not; this has no effect on the account. */
export const sendHintDecision = (flagId: string, status: HintDecision) =>
  api('PATCH /admin/evasion/:flag_id', { params: { flag_id: flagId }, body: { status } });
