import { NOTIFICATIONS_PAGE_MAX } from '@adda/contract/notifications/limits';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';

/** Query keys. */
export const notificationKeys = {
  list: ['notifications', 'list'] as const,
  announcements: ['announcements'] as const,
};

/** The newest notifications to the user in full; the activity has their first words only. */
export const notificationsQuery = queryOptions({
  queryKey: notificationKeys.list,
  queryFn: ({ signal }) =>
    api('GET /notifications', { query: { page: 1, page_size: NOTIFICATIONS_PAGE_MAX }, signal }),
  staleTime: 0,
});

/** The announcements that are currently active. */
export const announcementsQuery = queryOptions({
  queryKey: notificationKeys.announcements,
  queryFn: ({ signal }) => api('GET /announcements', { signal }),
  staleTime: 60_000,
});
