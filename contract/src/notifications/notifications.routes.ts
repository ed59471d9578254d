import * as z from 'zod/mini';
import { page, pageSize } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import { NOTIFICATIONS_PAGE, NOTIFICATIONS_PAGE_MAX } from './notifications.limits.ts';
import * as s from './notifications.schemas.ts';

const message = z.object({ message: z.string() });

/** Ends mails with the link in one of them. */
export const unsubscribeRoutes = defineRoutes({
  'POST /unsubscribe': {
    summary:
      'Stop the mails about what one missed, for all kinds (NT-05). The body is ignored: mail programs post `List-Unsubscribe=One-Click` (RFC 8058).',
    access: 'signed',
    // Mail services send it for many users from a few addresses.
    rate: 'webhook',
    query: z.object({ token: z._default(z.string().check(z.maxLength(100)), '') }),
    raw: true,
    invalid: 'invalid_unsubscribe_link',
    output: message,
    errors: ['invalid_unsubscribe_link'],
  },
});

export const notificationsRoutes = defineRoutes({
  'GET /notifications': {
    summary:
      'Notifications to the caller, from the operators and personal invitations to rooms, the newest first.',
    access: 'session',
    rate: 'read',
    query: z.object({ page, page_size: pageSize(NOTIFICATIONS_PAGE, NOTIFICATIONS_PAGE_MAX) }),
    output: z.object({
      notifications: z.array(s.notification),
      unread_count: z.int(),
      total_count: z.int(),
    }),
    errors: [],
  },
  'POST /notifications/read': {
    summary: 'Mark all notifications as read.',
    access: 'session',
    rate: 'write',
    output: message,
    errors: [],
  },
  'GET /announcements': {
    summary: 'The current announcements of the operators.',
    access: 'session',
    rate: 'read',
    output: z.object({ announcements: z.array(s.announcement) }),
    errors: [],
  },
  'GET /admin/announcements': {
    summary: 'Announcements, including scheduled and past ones, the newest first.',
    access: 'admin',
    rate: 'read',
    output: z.object({ announcements: z.array(s.managedAnnouncement) }),
    errors: [],
  },
  'POST /admin/announcements': {
    summary: 'Make an announcement; connected users see it immediately; recorded in the audit log.',
    access: 'admin',
    rate: 'write',
    body: s.announcementInput,
    output: z.object({ message: z.string(), announcement: s.managedAnnouncement }),
    status: 201,
    errors: ['announcement_ends_too_early', 'announcements_full'],
  },
  'DELETE /admin/announcements/:announcement_id': {
    summary: 'End an announcement now.',
    access: 'admin',
    rate: 'write',
    params: z.object({ announcement_id: s.announcementId }),
    output: message,
    errors: ['announcement_not_found'],
  },
});
