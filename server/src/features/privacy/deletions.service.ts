import type { Tx } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import { installJobs } from '../../platform/jobs/index.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import type { PrivacyOptions } from './privacy.types.ts';
import { findAlive, findRegistered } from './privacy.repository.ts';

declare module '../../platform/jobs/payloads.ts' {
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

  /** Deletes accounts again that a restored backup brought back. Safe to run on several nodes concurrently. */
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

/** The record of a deleted account in the media store, used to repeat the deletion after a restore. */
type Tombstone = {
  readonly userId: number;
  /**
   * Creation time in milliseconds since 1970. The id alone is not enough: after a restore, ids of later accounts are
   * assigned again.
   */
  readonly createdMs: number;
  /** Whether the content was removed with the account. */
  readonly removesContent: boolean;
};

/** File content of a tombstone. All information is in the key. */
const TOMBSTONE = new TextEncoder().encode('deleted\n');

/** Common prefix of tombstone keys, used to list them. */
const TOMBSTONE_PREFIX = 'deleted-';

const KEY = /^deleted-(\d{1,16})-(\d{1,16})-([cn])$/;

/** Returns the key in the media store. It contains all information, so that listing keys is sufficient. */
const tombstoneKey = ({ userId, createdMs, removesContent }: Tombstone): string =>
  `${TOMBSTONE_PREFIX}${userId}-${createdMs}-${removesContent ? 'c' : 'n'}`;

/** Parses a key; undefined if it is not a tombstone. */
function readTombstone(key: string): Tombstone | undefined {
  const [, userId, createdMs, kind] = KEY.exec(key) ?? [];
  if (userId === undefined || createdMs === undefined) return undefined;
  return { userId: Number(userId), createdMs: Number(createdMs), removesContent: kind === 'c' };
}

/**
 * Copies the tombstones of deleted accounts from another media store. Needed when the backup is older than the
 * deletions. Returns their number; idempotent.
 */
export async function copyTombstones(
  from: Pick<MediaStore, 'list'>,
  to: Pick<MediaStore, 'put'>,
): Promise<number> {
  let copied = 0;
  for await (const keys of from.list(TOMBSTONE_PREFIX)) {
    for (const key of keys) {
      if (!readTombstone(key)) continue;
      await to.put(key, TOMBSTONE, 'text/plain');
      copied += 1;
    }
  }
  return copied;
}
