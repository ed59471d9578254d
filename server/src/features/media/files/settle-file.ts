import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { allKeys, sourceKey } from './file-keys.ts';
import {
  deleteFile,
  isKnownFile,
  noteFailed,
  noteReady,
  takeBackTry,
  type PendingFile,
} from './files.repository.ts';
import type { ScreenedFile } from './write-file.ts';

/**
 * How a file's job ended. What is `refused` must not be shown: it is gone after the transaction, and so must be whatever
 * showed it. `review` of a file that is ready: what to raise for a second look, null for nothing.
 */
export type SettledFile = {
  readonly fileId: string;
  readonly ownerId: number;
  readonly state: 'ready' | 'failed' | 'refused';
  readonly review: string | null;
};

/** Joins the transaction that notes how a file's job ended. For a refused one it may run more than once. */
export type SettledHook = (tx: Tx, file: SettledFile) => Promise<void>;

type WriteJob = 'media.write-photo' | 'media.write-video';

/** A file that is to be written anew; `waits`: how often the scanner or the store was away. */
export type WriteFileJob = { readonly fileId: string; readonly waits?: number };

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'media.write-photo': WriteFileJob;
    'media.write-video': WriteFileJob;
    'media.delete-bytes': { readonly keys: readonly string[] };
  }
}

/** The job that writes a file of this kind anew. Two queues, so that no photo waits behind videos. */
export const writeJobOf = (kind: 'image' | 'video'): WriteJob =>
  kind === 'image' ? 'media.write-photo' : 'media.write-video';

/** Pauses while the scanner or the store is away, in seconds: doubled each time. */
const FIRST_WAIT = 15;
const LONGEST_WAIT = 300;

/** The ways in which a file's job may end, each in one transaction with the hooks. */
export function createSettling({ database, jobs }: { readonly database: Database; readonly jobs: Jobs }) {
  const hooks: SettledHook[] = [];

  const settle = (file: PendingFile, written: ScreenedFile | undefined) =>
    database.transaction(async (tx) => {
      const { id: fileId, ownerId } = file;
      const isOurs = written ? await noteReady(tx, fileId, written) : await noteFailed(tx, fileId);
      if (!isOurs) {
        // Removed in the meantime, so its bytes go; or settled by another node, and they stay.
        if (!(await isKnownFile(tx, fileId)))
          await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(fileId) });
        return;
      }
      const state = written ? 'ready' : 'failed';
      for (const hook of hooks) await hook(tx, { fileId, ownerId, state, review: written?.review ?? null });
      const keys = written ? [sourceKey(fileId)] : allKeys(fileId);
      await jobs.enqueue(tx, 'media.delete-bytes', { keys });
    });

  /** The hooks come first: they hold the post before its file, as everybody does who takes a post away. */
  const refuse = ({ id: fileId, ownerId }: PendingFile) =>
    database.transaction(async (tx) => {
      for (const hook of hooks) await hook(tx, { fileId, ownerId, state: 'refused', review: null });
      await deleteFile(tx, fileId);
      await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(fileId) });
    });

  /** Another job is stored instead of failing this one, whose tries would be used up while nobody can answer. */
  const postpone = ({ id: fileId, kind }: PendingFile, waits: number) =>
    database.transaction(async (tx) => {
      await takeBackTry(tx, fileId);
      const startAfterSeconds = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** waits);
      await jobs.enqueue(tx, writeJobOf(kind), { fileId, waits: waits + 1 }, { startAfterSeconds });
    });

  return { settle, refuse, postpone, onSettled: (hook: SettledHook): void => void hooks.push(hook) };
}
