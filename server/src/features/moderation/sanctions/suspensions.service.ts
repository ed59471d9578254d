import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Sanctions } from '../moderation.types.ts';
import type { SanctionLifter } from './lift-sanction.ts';
import { findUserId } from './people/people.repository.ts';
import { listExpired } from './sanctions.repository.ts';

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'accountStatus'>;
  readonly sanctionImposer: Sanctions;
  readonly sanctionLifter: SanctionLifter;
};

/** Maximum number of suspensions ended per run. The rest ends a minute later, or when the user logs in. */
const BATCH_SIZE = 500;

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurring job; tests may enqueue it. */
    'moderation.suspensions-over': null;
  }
}

export type Suspensions = ReturnType<typeof createSuspensions>;

/** Creates the suspension commands of administrators and the expiry job. */
export function createSuspensions({
  database,
  jobs,
  logger,
  accounts,
  sanctionImposer,
  sanctionLifter,
}: Deps) {
  async function targetOf(username: string): Promise<number> {
    const userId = await findUserId(database.db, username);
    if (userId === undefined) throw appError('user_not_found');
    return userId;
  }

  async function endExpired(): Promise<void> {
    for (const userId of await listExpired(database.db, database.now(), BATCH_SIZE)) {
      try {
        await database.transaction((tx) => sanctionLifter.endIfExpired(tx, userId));
      } catch (error) {
        // A failing suspension must not block the others.
        logger.error({ err: error, userId }, 'a suspension could not be ended');
      }
    }
  }

  return {
    /**
     * Suspends a user until a time, or permanently (SV-50). Throws the errors of `Sanctions.impose`, and
     * `user_not_found`.
     */
    async suspend(
      actor: Actor,
      username: string,
      given: { reason: string; until: Date | null },
    ): Promise<void> {
      const userId = await targetOf(username);
      const kind = given.until ? 'suspension' : 'ban';
      await database.transaction((tx) =>
        sanctionImposer.impose(tx, { ...given, userId, kind, reportId: null, issuedBy: actor.userId }),
      );
    },

    /** Reinstates a user (SV-50). Throws `user_not_found`, `not_suspended` or `sanction_reason_missing`. */
    async unsuspend(actor: Actor, username: string, reason: string): Promise<void> {
      const userId = await targetOf(username);
      await database.transaction((tx) => sanctionLifter.lift(tx, userId, { reason, by: actor.userId }));
    },

    /** Ends expired suspensions every minute, and closes remaining connections of suspended users. */
    startJobs(): void {
      jobs.every('moderation.suspensions-over', '* * * * *', endExpired);
      jobs.handle('moderation.shut-out', async ({ userId }) => {
        const isSuspended = await database.transaction(async (tx) => {
          const person = await accounts.accountStatus.lockPerson(tx, userId);
          return person?.suspendedAt != null;
        });
        if (isSuspended) accounts.accountStatus.endSockets(userId);
      });
    },
  };
}
