import type { OwnSanction } from '@adda/contract/moderation';
import type { Database } from '../../../platform/database/index.ts';
import { appError, AppError } from '../../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../../platform/http/handler.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Sanctions } from '../moderation.types.ts';
import type { SanctionLifter } from './sanctions.service.ts';
import { findUserId, findUsername } from './people.repository.ts';
import { listExpired, ownSanctionOf, findActiveSuspension, listSanctions } from './sanctions.repository.ts';
import type { Appeals } from './appeals.service.ts';

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

type SuspendedUsersDeps = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'suspendedUserOf' | 'provenBy'>;
  readonly sanctionLifter: Pick<SanctionLifter, 'endIfExpired'>;
  readonly appeals: Pick<Appeals, 'submit'>;
};

/** Proof of identity: the token of the ended session, or name and password; by default that of the session cookie (ID-07). */
type Proof = {
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
};

export type SuspendedUsers = ReturnType<typeof createSuspendedUsers>;

/** Creates the commands available to suspended users, who have no session (SV-50). */
export function createSuspendedUsers({ database, accounts, sanctionLifter, appeals }: SuspendedUsersDeps) {
  async function byToken(token: string): Promise<number> {
    try {
      const found = await accounts.suspendedUserOf(token);
      if (found) return found.userId;
    } catch (error) {
      // A forged or expired token proves nothing.
      throw error instanceof AppError ? appError('invalid_credentials') : error;
    }
    throw appError('no_suspension');
  }

  async function suspensionOf(proof: Proof, origin: CallOrigin) {
    const { username, password = '' } = proof;
    const token = proof.token ?? (username === undefined ? origin.sessionCookie.use() : undefined);
    const userId = token ? await byToken(token) : await accounts.provenBy(username ?? '', password, origin);
    await database.transaction((tx) => sanctionLifter.endIfExpired(tx, userId));
    const [accountStatus, name] = await Promise.all([
      findActiveSuspension(database.db, userId),
      findUsername(database.db, userId),
    ]);
    if (!accountStatus || name === undefined) throw appError('no_suspension');
    return { userId, username: name, sanctionId: accountStatus.id };
  }

  return {
    /** Returns all sanctions of a user, newest first. */
    listOwn: async (userId: number): Promise<OwnSanction[]> =>
      (await listSanctions(database.db, userId)).map(ownSanctionOf),

    /**
     * Returns the active suspension. Throws `invalid_credentials`, `too_many_login_attempts` or `no_suspension`.
     */
    async read(proof: Proof, origin: CallOrigin): Promise<{ username: string; sanction: OwnSanction }> {
      const { userId, username, sanctionId } = await suspensionOf(proof, origin);
      const sanctions = await listSanctions(database.db, userId);
      const sanction = sanctions.find((each) => each.sanction_id === sanctionId);
      if (!sanction) throw appError('no_suspension');
      return { username, sanction: ownSanctionOf(sanction) };
    },

    /** Appeals the active suspension. Throws the same as `read`, `appeal_text_too_short` or `appeal_exists`. */
    async appeal(proof: Proof & { readonly text: string }, origin: CallOrigin): Promise<void> {
      const { sanctionId, ...person } = await suspensionOf(proof, origin);
      try {
        await appeals.submit(person, sanctionId, proof.text);
      } catch (error) {
        // The suspension ended in the meantime.
        if (error instanceof AppError && error.code === 'sanction_not_found') throw appError('no_suspension');
        throw error;
      }
    },
  };
}
