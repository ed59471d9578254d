import type { UnreadCount } from '@adda/contract/direct';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';

/** Addresses in the query cache; whoever reads messages invalidates `all`. */
export const unreadKeys = {
  all: ['unread'] as const,
  count: ['unread', 'count'] as const,
  list: ['unread', 'list'] as const,
};

/** How many messages wait, in all and by sender; the badge needs no more. */
export const unreadCount = queryOptions({
  queryKey: unreadKeys.count,
  queryFn: async ({ signal }): Promise<UnreadCount> => {
    const { total, by_sender: bySender } = await api('GET /chat/unread', { signal });
    return { total, by_sender: bySender };
  },
  meta: showsPeople,
});

/** How many messages wait, as far as it is known. It asks for nothing: what follows the news does. */
export const useUnreadTotal = (): number => useQuery({ ...unreadCount, enabled: false }).data?.total ?? 0;
