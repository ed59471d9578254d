import type { Tx } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { installJobs } from '../../../platform/jobs/index.ts';
import type { PrivacyOptions } from '../privacy.types.ts';
import { findAlive, findRegistered } from './deletions.repository.ts';
import { readTombstone, TOMBSTONE, TOMBSTONE_PREFIX, tombstoneKey, type Tombstone } from './tombstones.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Writes the tombstone of a deleted account into the media store. */
    'privacy.note-deletion': { readonly key: string };
    /** Recurring job; tests may enqueue it. */
    'privacy.apply-deletions': null;
  }
}

const NOTE_RETRIES = 50;
const BATCH = 500;

type Deps = Pick<PrivacyOptions, 'database' | 'jobs' | 'store' | 'logger' | 'accounts'>;

/** Repeats account deletions after an older backup was restored (SV-13, R-22). */
export function createDeletions({ database, jobs, store, logger, accounts }: Deps) {
  async function deleteAgain({ userId, createdMs, removesContent }: Tombstone): Promise<void> {
    try {
      await accounts.deleteAgain({ userId, createdAt: new Date(createdMs) }, { removesContent });
    } catch (error) {
      // Expected while the restored account has open payments; the next run tries again.
      if (!(error instanceof AppError)) throw error;
      logger.warn({ userId, code: error.code }, 'a deleted account could not be deleted again yet');
    }
  }

  async function applyBatch(tombstones: readonly Tombstone[]): Promise<void> {
    const alive = await findAlive(database.db, tombstones);
    if (alive.length === 0) return;
    // A deletion enqueues jobs, but before the start of the queue its tables may be missing or outdated.
    await installJobs(database);
    for (const index of alive) {
      const tombstone = tombstones[index];
      if (tombstone) await deleteAgain(tombstone);
    }
  }

  /** Deletes accounts again that a restored backup brought back. Safe to run on several nodes at once. */
  async function apply(): Promise<void> {
    for await (const keys of store.list(TOMBSTONE_PREFIX)) {
      const tombstones = keys.flatMap((key) => readTombstone(key) ?? []);
      for (let from = 0; from < tombstones.length; from += BATCH)
        await applyBatch(tombstones.slice(from, from + BATCH));
    }
  }

  return {
    apply,
    /**
     * Part of deleting an account: enqueues its tombstone. Guests get none, because the daily maintenance deletes idle
     * guests of a restored backup anyway.
     */
    async note(tx: Tx, userId: number, { removesContent }: Pick<Tombstone, 'removesContent'>): Promise<void> {
      const createdAt = await findRegistered(tx, userId);
      if (!createdAt) return;
      const key = tombstoneKey({ userId, createdMs: createdAt.getTime(), removesContent });
      await jobs.enqueue(tx, 'privacy.note-deletion', { key });
    },
    startJobs(): void {
      jobs.handle('privacy.note-deletion', ({ key }) => store.put(key, TOMBSTONE, 'text/plain'), {
        retries: NOTE_RETRIES,
      });
      jobs.every('privacy.apply-deletions', '13 5 * * *', apply);
    },
  };
}
