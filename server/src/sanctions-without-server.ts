import type { Config } from './config.ts';
import { createAccountEvents, createAccountStatus } from './features/accounts/index.ts';
import { createActivityTeller } from './features/activity/index.ts';
import { createSanctionsWithoutServer } from './features/moderation/index.ts';
import { createNotifications } from './features/notifications/index.ts';
import type { AdminCommands } from './platform/admin-socket/index.ts';
import type { Database } from './platform/database/index.ts';
import { createJobs, installJobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/logging/logger.ts';
import { createMailer } from './platform/mail/index.ts';

/** Without a running server there are no connections to publish to. */
const live = { notify() {}, broadcast() {} };

/** What happens is stored, for the activity of the user. */
const activity = {
  ...createActivityTeller(() => undefined),
  register() {},
  registerAnnouncements() {},
  announcementChanged() {},
};

/** Returns the commands `suspend` and `unsuspend` for a database that no server has open. */
export async function openSanctionCommands(
  database: Database,
  config: Config,
  logger: Logger,
): Promise<AdminCommands> {
  await installJobs(database);
  const jobs = createJobs(database, logger);
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, dataDir: config.DATA_DIR });
  return createSanctionsWithoutServer({
    database,
    jobs,
    accountStatus: createAccountStatus({ events: createAccountEvents(), clock: () => new Date() }),
    notifications: createNotifications({ database, jobs, mailer, live, activity }),
    publicUrl: () => config.publicUrl,
  });
}
