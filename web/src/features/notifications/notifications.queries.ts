import { NOTIFICATIONS_PAGE } from '@adda/contract/notifications/limits';
import {
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  useQuery,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';

type Page = CallOutput<'GET /notifications'>;

/** Query keys. */
export const notificationKeys = {
  all: ['notifications'] as const,
  count: ['notifications', 'count'] as const,
  list: ['notifications', 'list'] as const,
  announcements: ['announcements'] as const,
};

/** The number of unread notifications. */
const unreadCount = queryOptions({
  queryKey: notificationKeys.count,
  queryFn: async ({ signal }): Promise<number> => {
    const answer = await api('GET /notifications', { query: { page: 1, page_size: 1 }, signal });
    return answer.unread_count;
  },
});

/** Returns the bell's count; 0 until it is known. */
export const useUnreadNotifications = (): number => useQuery(unreadCount).data ?? 0;

/** The operators' notifications to the user, newest first, paginated. Refetched whenever the list opens. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: notificationKeys.list,
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    api('GET /notifications', { query: { page: pageParam, page_size: NOTIFICATIONS_PAGE }, signal }),
  getNextPageParam: (last, pages) =>
    last.notifications.length > 0 && pages.length * NOTIFICATIONS_PAGE < last.total_count
      ? pages.length + 1
      : undefined,
  staleTime: 0,
});

/** Marks all as read. The visible list keeps showing them as new until it is reopened. */
export const markNotificationsRead = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => api('POST /notifications/read'),
    onSuccess: () => {
      client.setQueryData<number>(notificationKeys.count, 0);
      client.setQueryData<InfiniteData<Page, number>>(
        notificationKeys.list,
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, unread_count: 0 })) },
      );
    },
  });

/** The announcements that are currently active. */
export const announcementsQuery = queryOptions({
  queryKey: notificationKeys.announcements,
  queryFn: ({ signal }) => api('GET /announcements', { signal }),
  staleTime: 60_000,
});
