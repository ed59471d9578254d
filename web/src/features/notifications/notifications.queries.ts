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

/** Addresses in the query cache. */
export const notificationKeys = {
  all: ['notifications'] as const,
  count: ['notifications', 'count'] as const,
  list: ['notifications', 'list'] as const,
  announcements: ['announcements'] as const,
};

/** How many notifications nobody has looked at yet. */
const unreadCount = queryOptions({
  queryKey: notificationKeys.count,
  queryFn: async ({ signal }): Promise<number> => {
    const answer = await api('GET /notifications', { query: { page: 1, page_size: 1 }, signal });
    return answer.unread_count;
  },
});

/** The number on the bell; 0 until it is known. */
export const useUnreadNotifications = (): number => useQuery(unreadCount).data ?? 0;

/** What the operators told this person, the newest first, page by page. It is read anew whenever it is opened. */
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

/** Marks everything as read. What is on screen keeps the look of something new until the list is opened again. */
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

/** What the operators tell everybody now. */
export const announcementsQuery = queryOptions({
  queryKey: notificationKeys.announcements,
  queryFn: ({ signal }) => api('GET /announcements', { signal }),
  staleTime: 60_000,
});
