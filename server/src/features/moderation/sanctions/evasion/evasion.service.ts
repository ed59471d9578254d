import type { EvasionFlag } from '@adda/contract/moderation';
import { randomBytes } from 'node:crypto';
import { personMark, writeAudit } from '../../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/handler.ts';
import type { Jobs } from '../../../../platform/jobs/index.ts';
import { listSharing, type Accounts, type Sharing } from '../../../accounts/index.ts';
import { decideFlag, findMarked, listFlags, saveFlags, type FlagsQuery } from './evasion.repository.ts';

type Deps = {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly accounts: Pick<Accounts, 'noteEmail'>;
};

const FLAG_ID_BYTES = 12;

/** Hints that somebody suspended is back with another account; they change nothing by themselves. */
export type Evasion = ReturnType<typeof createEvasion>;

/** Makes the search for hints and what administrators do with them. */
export function createEvasion({ database, jobs, accounts }: Deps) {
  /** Compares an account with all others: a suspended one with those that are not, and the other way round. */
  async function look(tx: Tx, userId: number): Promise<void> {
    const marked = await findMarked(tx, userId);
    if (!marked) return;
    const { isSuspended, email } = marked;
    // Of an account from before mailboxes were noted.
    if (isSuspended && email !== null) await accounts.noteEmail(tx, userId, email);
    const hintOf = ({ otherId, kinds }: Sharing) => ({
      id: randomBytes(FLAG_ID_BYTES).toString('hex'),
      userId: isSuspended ? otherId : userId,
      suspendedId: isSuspended ? userId : otherId,
      kinds,
    });
    await saveFlags(tx, (await listSharing(tx, userId, !isSuspended)).map(hintOf));
  }

  return {
    /** Has an account looked at once the transaction is committed: nobody waits for it. */
    lookSoon: (tx: Tx, userId: number): Promise<void> =>
      jobs.enqueue(tx, 'moderation.evasion', { userId }, { key: String(userId) }),

    /** The hints of the queue, the oldest first. */
    list: (query: FlagsQuery): Promise<{ flags: EvasionFlag[]; total_count: number }> =>
      listFlags(database.db, query),

    /** Says whether a hint is right. Throws `flag_not_found` or `own_case`. */
    decide: (actor: Actor, flagId: string, status: 'dismissed' | 'confirmed'): Promise<void> =>
      database.transaction(async (tx) => {
        const flag = await decideFlag(tx, flagId, { status, by: actor.userId });
        if (!flag) throw appError('flag_not_found');
        if (flag.userId === actor.userId || flag.suspendedId === actor.userId) throw appError('own_case');
        await writeAudit(tx, {
          actorId: actor.userId,
          action: `evasion_${status}`,
          target: personMark(flag.userId),
          details: { flag: flagId },
        });
      }),

    startJobs(): void {
      jobs.handle('moderation.evasion', ({ userId }) => database.transaction((tx) => look(tx, userId)));
    },
  };
}
