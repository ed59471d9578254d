import type { EvasionFlag } from '@adda/contract/moderation';
import { randomBytes } from 'node:crypto';
import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { listSharedMarks, type Accounts, type SharedMarks } from '../../accounts/index.ts';
import { decideFlag, findMarked, listFlags, saveFlags, type FlagsQuery } from './evasion.repository.ts';

type Deps = {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly accounts: Pick<Accounts, 'noteEmail'>;
};

const FLAG_ID_BYTES = 12;

export type Evasion = ReturnType<typeof createEvasion>;

/**
 * Creates the search for suspended users who use another account. A hint has no effect until an administrator decides
 * it.
 */
export function createEvasion({ database, jobs, accounts }: Deps) {
  /** Compares an account with all others: a suspended one with active ones, and vice versa. */
  async function checkAccount(tx: Tx, userId: number): Promise<void> {
    const marked = await findMarked(tx, userId);
    if (!marked) return;
    const { isSuspended, email } = marked;
    // For accounts created before mailbox marks existed.
    if (isSuspended && email !== null) await accounts.noteEmail(tx, userId, email);
    const hintOf = ({ otherId, kinds }: SharedMarks) => ({
      id: randomBytes(FLAG_ID_BYTES).toString('hex'),
      userId: isSuspended ? otherId : userId,
      suspendedId: isSuspended ? userId : otherId,
      kinds,
    });
    await saveFlags(tx, (await listSharedMarks(tx, userId, !isSuspended)).map(hintOf));
  }

  return {
    /** Enqueues the comparison in the transaction, so that no request waits for it. */
    enqueueCheck: (tx: Tx, userId: number): Promise<void> =>
      jobs.enqueue(tx, 'moderation.evasion', { userId }, { key: String(userId) }),

    /** Returns the hints of the queue, oldest first. */
    list: (query: FlagsQuery): Promise<{ flags: EvasionFlag[]; total_count: number }> =>
      listFlags(database.db, query),

    /** Confirms or dismisses a hint. Throws `flag_not_found` or `own_case`. */
    decide: (actor: Actor, flagId: string, status: 'dismissed' | 'confirmed'): Promise<void> =>
      database.transaction(async (tx) => {
        const flag = await decideFlag(tx, flagId, { status, by: actor.userId });
        if (!flag) throw appError('flag_not_found');
        if (flag.userId === actor.userId || flag.suspendedId === actor.userId) throw appError('own_case');
        await writeAudit(tx, {
          actorId: actor.userId,
          action: `evasion_${status}`,
          target: userReference(flag.userId),
          details: { flag: flagId },
        });
      }),

    startJobs(): void {
      jobs.handle('moderation.evasion', ({ userId }) =>
        database.transaction((tx) => checkAccount(tx, userId)),
      );
    },
  };
}
