/**
 * Notifications to one user (of the operators, and about personal invitations), announcements to all, mails about what users
 * missed (NT-05). Owns the tables `notifications`, `announcements` and `missed_mails`.
 */
import './notifications.tables.ts';
import type { unsubscribeRoutes } from '@adda/contract/notifications';
import type { Database } from '../../platform/database/index.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { ServerSecret } from '../../platform/secrets/server-secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Activity } from '../activity/index.ts';
import type { Live } from '../live/index.ts';
import { createAnnouncements } from './announcements.service.ts';
import { createMissedMails } from './missed/missed-mails.jobs.ts';
import { createUnsubscribing } from './missed/unsubscribe.service.ts';
import { notificationActivity } from './notification-activity.service.ts';
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
  readonly activity: Pick<
    Activity,
    'tell' | 'changed' | 'register' | 'registerAnnouncements' | 'announcementChanged'
  >;
};

/** Creates the feature. Call `startJobs` once before the job queue starts. */
export function createNotifications(options: NotificationsOptions) {
  const notifications = createNotificationsService(options);
  const announcements = createAnnouncements(options);
  options.activity.register(notificationActivity);
  options.activity.registerAnnouncements(announcements.listForActivity);
  const operatorMail = createOperatorMail(options);
  return {
    handlers: notificationsHandlers({ notifications, announcements }),
    notify: notifications.notify,
    invitesEnding: notifications.invitesEnding,
    onAnnounced: announcements.onAnnounced,
    mail: operatorMail.mail,
    startJobs(): void {
      operatorMail.startJobs();
      announcements.startJobs();
    },
  };
}

type MissedOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly metrics: Pick<Metrics, 'counter'>;
  readonly secret: ServerSecret;
  readonly publicUrl: () => string;
  readonly accounts: Pick<Accounts, 'stopMails'>;
  readonly activity: Pick<Activity, 'listMissed'>;
};

/** Creates the mails about what users missed, and the way to end them (NT-05). Call `startJobs` as above. */
export function createMailsOfMissed(options: MissedOptions) {
  const unsubscribing = createUnsubscribing(options);
  const handlers: Handlers<typeof unsubscribeRoutes> = {
    'POST /unsubscribe': async ({ query }) => {
      await unsubscribing.unsubscribe(query.token);
      return { message: 'You get no more of these mails.' };
    },
  };
  return { handlers, startJobs: createMissedMails({ ...options, unsubscribing }).startJobs };
}

/** Public interface of the notifications feature. */
export type Notifications = ReturnType<typeof createNotifications>;
