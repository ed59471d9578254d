/**
 * Notifications to one user (of the operators, and about personal invitations), announcements to all. Owns the tables
 * `notifications` and `announcements`.
 */
import './notifications.tables.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Live } from '../live/index.ts';
import { createAnnouncements } from './announcements.service.ts';
import { notificationsHandlers } from './notifications.routes.ts';
import { createNotificationsService } from './notifications.service.ts';
import { createOperatorMail } from './operator-mail.jobs.ts';

export { deleteNotificationsOf, notificationSections } from './notifications.personal.repository.ts';

/** Dependencies of the notifications feature. */
export type NotificationsOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly live: Pick<Live, 'notify' | 'broadcast'>;
};

/** Creates the feature. Call `startJobs` once before the job queue starts. */
export function createNotifications(options: NotificationsOptions) {
  const notifications = createNotificationsService(options);
  const announcements = createAnnouncements(options);
  const operatorMail = createOperatorMail(options);
  return {
    handlers: notificationsHandlers({ notifications, announcements }),
    notify: notifications.notify,
    mail: operatorMail.mail,
    startJobs(): void {
      operatorMail.startJobs();
      announcements.startJobs();
    },
  };
}

/** Public interface of the notifications feature. */
export type Notifications = ReturnType<typeof createNotifications>;
