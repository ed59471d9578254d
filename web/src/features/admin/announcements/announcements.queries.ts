import type { AnnouncementInput, ManagedAnnouncement } from '@adda/contract/notifications';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';

const REFRESH_MS = 60_000;

/** All announcements including scheduled and past ones, newest first. */
export const managedAnnouncementsQuery = queryOptions({
  queryKey: [...adminKey, 'announcements'],
  queryFn: async ({ signal }): Promise<ManagedAnnouncement[]> =>
    (await api('GET /admin/announcements', { signal })).announcements,
  refetchInterval: REFRESH_MS,
});

/** Creates an announcement to all users. */
export const sendAnnouncement = (body: AnnouncementInput) => api('POST /admin/announcements', { body });

/** Ends an announcement immediately. */
export const sendAnnouncementEnd = (id: string) =>
  api('DELETE /admin/announcements/:announcement_id', { params: { announcement_id: id } });
