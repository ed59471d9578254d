import { siteWordsOf } from '@adda/contract/accounts';
import type { AppContext } from './app-context.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createDirectory } from './features/directory/index.ts';
import { createPresence } from './features/presence/index.ts';
import { createRelations } from './features/relations/index.ts';
import type { Safety } from './features/safety/index.ts';
import type { RateLimiter } from './platform/limits/rate-limiter.ts';
import type { Mailer } from './platform/mail/index.ts';
import type { ServerSecret } from './platform/secrets/server-secrets.ts';

type Parts = {
  readonly platform: Pick<
    AppContext,
    'config' | 'logger' | 'database' | 'jobs' | 'publicUrl' | 'passwordCost'
  >;
  readonly limiter: RateLimiter;
  readonly mailer: Mailer;
  readonly secret: ServerSecret;
  readonly safety: Safety;
};

/** Returns the name in a sender such as `Tea House <hello@tea.example>`; empty without one. */
const nameOf = (sender: string): string => (sender.includes('<') ? sender.slice(0, sender.indexOf('<')) : '');

/** Wires accounts, relations, presence and the directory. */
export function createPeople({ platform, limiter, mailer, secret, safety }: Parts) {
  const { config, logger, database, jobs, publicUrl } = platform;
  const relations = createRelations({ database, logger });
  const accounts = createAccounts({
    database,
    jobs,
    limiter,
    publicUrl,
    mailer,
    jwtSecret: secret,
    listFollowing: relations.listFollowing,
    wordFilter: safety.wordFilter,
    siteWords: siteWordsOf(new URL(config.publicUrl).hostname, nameOf(config.MAIL_FROM)),
    clock: database.now,
    passwordCost: platform.passwordCost,
  });
  accounts.startJobs();
  // Runs before the step of private chats: contacts whose block ends with the account are notified of the deletion too.
  accounts.onDeleting('relations', relations.deleteRelationsOf);
  const presence = createPresence({ database, logger });
  accounts.onAvailabilityChanged(({ userId }) => presence.availabilityChanged(userId));
  const directory = createDirectory({ database, jobs, clock: database.now });
  directory.startJobs();
  return { accounts, relations, presence, directory };
}
