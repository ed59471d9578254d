import type { notificationsRoutes } from '@adda/contract/notifications';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Announcements } from './announcements.service.ts';
import type { NotificationsService } from './notifications.service.ts';

type Deps = { readonly notifications: NotificationsService; readonly announcements: Announcements };

/** Returns the handlers of the routes for notifications and announcements. */
export function notificationsHandlers({
  notifications,
  announcements,
}: Deps): Handlers<typeof notificationsRoutes> {
  return {
    'GET /notifications': ({ actor, query }) => notifications.list(actor.userId, query),
    'POST /notifications/read': async ({ actor }) => {
      await notifications.readAll(actor.userId);
      return { message: 'All read' };
    },
    'GET /announcements': async () => ({ announcements: await announcements.listShown() }),
    'GET /admin/announcements': async () => ({ announcements: await announcements.listAll() }),
    'POST /admin/announcements': async ({ actor, body }) => ({
      message: 'Announcement added',
      announcement: await announcements.add(actor, body),
    }),
    'DELETE /admin/announcements/:announcement_id': async ({ actor, params }) => {
      await announcements.end(actor, params.announcement_id);
      return { message: 'Announcement ended' };
    },
  };
}
