import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { allKeys, sourceKey } from './file-keys.ts';
import {
  deleteFile,
  isKnownFile,
  markFailed,
  markReady,
  revertAttempt,
  type PendingFile,
} from './files.repository.ts';
import type { ScreenedFile } from './write-file.ts';

/**
 * How a file's job ended. A `refused` file must not be shown: it is deleted in the transaction, with everything that
 * shows it. `review` of a ready file: what to report for review, null for nothing.
 */
export type SettledFile = {
  readonly fileId: string;
  readonly ownerId: number;
  readonly state: 'ready' | 'failed' | 'refused';
  readonly review: string | null;
};

/** Runs in the transaction that settles a file. For a refused file it may run more than once. */
export type SettledHook = (tx: Tx, file: SettledFile) => Promise<void>;

type WriteJob = 'media.write-photo' | 'media.write-video';

/** A file to be re-encoded. `waits` counts how often the scanner or the store was unavailable. */
export type WriteFileJob = { readonly fileId: string; readonly waits?: number };

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'media.write-photo': WriteFileJob;
    'media.write-video': WriteFileJob;
    'media.delete-bytes': { readonly keys: readonly string[] };
  }
}

/** Returns the job for a kind of file. There are two queues, so that photos don't wait for videos. */
export const writeJobOf = (kind: 'image' | 'video'): WriteJob =>
  kind === 'image' ? 'media.write-photo' : 'media.write-video';

/** Delays in seconds while the scanner or the store is unavailable, doubled each time. */
const FIRST_WAIT = 15;
const MAX_WAIT = 300;

/** Creates the ways to end a file's job, each in one transaction with the hooks. */
export function createSettling({ database, jobs }: { readonly database: Database; readonly jobs: Jobs }) {
  const hooks: SettledHook[] = [];

  const settle = (file: PendingFile, written: ScreenedFile | undefined) =>
    database.transaction(async (tx) => {
      const { id: fileId, ownerId } = file;
      const isOurs = written ? await markReady(tx, fileId, written) : await markFailed(tx, fileId);
      if (!isOurs) {
        // The file was removed meanwhile, so its bytes are deleted; or another node settled it, and they are kept.
        if (!(await isKnownFile(tx, fileId)))
          await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(fileId) });
        return;
      }
      const state = written ? 'ready' : 'failed';
      for (const hook of hooks) await hook(tx, { fileId, ownerId, state, review: written?.review ?? null });
      const keys = written ? [sourceKey(fileId)] : allKeys(fileId);
      await jobs.enqueue(tx, 'media.delete-bytes', { keys });
    });

  /** The hooks run first: they lock the post before its file, in the same order as every removal of a post. */
  const refuse = ({ id: fileId, ownerId }: PendingFile) =>
    database.transaction(async (tx) => {
      for (const hook of hooks) await hook(tx, { fileId, ownerId, state: 'refused', review: null });
      await deleteFile(tx, fileId);
      await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(fileId) });
    });

  /**
   * Enqueues another job instead of failing this one, so that no retries are used while the service is unavailable.
   */
  const postpone = ({ id: fileId, kind }: PendingFile, waits: number) =>
    database.transaction(async (tx) => {
      await revertAttempt(tx, fileId);
      const startAfterSeconds = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** waits);
      await jobs.enqueue(tx, writeJobOf(kind), { fileId, waits: waits + 1 }, { startAfterSeconds });
    });

  return { settle, refuse, postpone, onSettled: (hook: SettledHook): void => void hooks.push(hook) };
}
