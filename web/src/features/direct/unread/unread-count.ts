import type { UnreadCount } from '@adda/contract/direct';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { keptOffline } from '../../../platform/offline-fallback.ts';
import { showsPeople } from '../../../platform/people-queries.ts';

/** Query keys; code that marks messages as read invalidates `all`. */
export const unreadKeys = {
  all: ['unread'] as const,
  count: ['unread', 'count'] as const,
  list: ['unread', 'list'] as const,
};

/** Returns the counts alone. */
export const countsOf = ({ total, by_sender, requests, muted }: UnreadCount): UnreadCount => ({
  total,
  by_sender,
  requests,
  muted,
});

/** Unread counts, in total and by sender; the badge needs no more. */
export const unreadCount = queryOptions({
  queryKey: unreadKeys.count,
  queryFn: async ({ signal }): Promise<UnreadCount> => {
    return countsOf(await api('GET /chat/unread', { signal }));
  },
  meta: { ...showsPeople, ...keptOffline },
});

/** The number of people with unread texts among the requests (MR-02), from the cached counts. */
export const useUnreadRequests = (): number =>
  useQuery({ ...unreadCount, enabled: false }).data?.requests ?? 0;

/** The cached unread count. It sends no request: live updates keep it current. */
export const useUnreadTotal = (): number => useQuery({ ...unreadCount, enabled: false }).data?.total ?? 0;
