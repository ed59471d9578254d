import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FILE_TRIES } from '@adda/contract/media';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { MediaStore } from '../../../platform/media-store/index.ts';
import type { Gate } from '../gate.ts';
import { UnusableImage } from '../unusable-image.ts';
import { UnusableVideo } from '../video/unusable-video.ts';
import { allKeys, servedKey, sourceKey } from './file-keys.ts';
import type { FileWriters, WrittenFile } from './file-writers.ts';
import {
  beginTry,
  isKnownFile,
  noteFailed,
  noteReady,
  takeBackTry,
  type PendingFile,
} from './files.repository.ts';
import { PREVIEW_TYPE } from './file-writers.ts';

/** How a file's job ended. */
export type SettledFile = {
  readonly fileId: string;
  readonly ownerId: number;
  readonly state: 'ready' | 'failed';
};

/** Joins the transaction that notes how a file's job ended. */
export type SettledHook = (tx: Tx, file: SettledFile) => Promise<void>;

type WriteJob = 'media.write-photo' | 'media.write-video';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'media.write-photo': { readonly fileId: string };
    'media.write-video': { readonly fileId: string };
    'media.delete-bytes': { readonly keys: readonly string[] };
  }
}

/** The job that writes a file of this kind anew. Two queues, so that no photo waits behind videos. */
export const writeJobOf = (kind: 'image' | 'video'): WriteJob =>
  kind === 'image' ? 'media.write-photo' : 'media.write-video';

/** Whether something is wrong with the file itself, so that another try would end alike. */
const isUnusable = (error: unknown): boolean =>
  error instanceof UnusableImage || error instanceof UnusableVideo;

/** More than a file has tries: what a killed server was at is given back by the queue, and the row counts. */
const JOB_RETRIES = 10;
const DELETE_RETRIES = 20;

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly store: MediaStore;
  readonly logger: Logger;
  readonly writers: FileWriters;
  /** Lets no more decoders run at once than there are cores. */
  readonly gate: Gate;
  /** Folder for what is being worked on; old things in it may be swept away. */
  readonly workFolder: string;
};

/**
 * The jobs that write files anew (SV-58). Whatever is wrong with the file itself settles it at once; everything else is
 * tried up to `FILE_TRIES` times. It is settled in one transaction with the hooks; what is no longer needed is deleted
 * by a job of that transaction.
 */
export function createFileJobs({ database, jobs, store, logger, writers, gate, workFolder }: Deps) {
  const hooks: SettledHook[] = [];
  const running = new Set<Promise<void>>();
  let isClosing = false;

  const settle = (file: PendingFile, written: WrittenFile | undefined) =>
    database.transaction(async (tx) => {
      const { id: fileId, ownerId } = file;
      const isOurs = written ? await noteReady(tx, fileId, written) : await noteFailed(tx, fileId);
      if (!isOurs) {
        // Removed in the meantime, so its bytes go; or settled by another node, and they stay.
        if (!(await isKnownFile(tx, fileId)))
          await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(fileId) });
        return;
      }
      for (const hook of hooks) await hook(tx, { fileId, ownerId, state: written ? 'ready' : 'failed' });
      const keys = written ? [sourceKey(fileId)] : allKeys(fileId);
      await jobs.enqueue(tx, 'media.delete-bytes', { keys });
    });

  const writeInFolder = async (file: PendingFile, folder: string): Promise<WrittenFile> => {
    const source = path.join(folder, 'source');
    const bytes = await store.get(sourceKey(file.id));
    if (!bytes) throw new UnusableImage('the file is gone');
    await pipeline(bytes, createWriteStream(source, { mode: 0o600 }));
    const written = await gate(() => writers[file.kind](source, folder));
    const full = servedKey(file.id, 'full');
    if (typeof written.full === 'string') await store.putFile(full, written.full, written.contentType);
    else await store.put(full, written.full, written.contentType);
    await store.put(servedKey(file.id, 'preview'), written.preview, PREVIEW_TYPE);
    return written;
  };

  const write = async (file: PendingFile): Promise<WrittenFile> => {
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(workFolder, 'file-'));
    try {
      return await writeInFolder(file, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const run = async (fileId: string): Promise<void> => {
    const file = await beginTry(database.db, fileId);
    if (!file) return;
    // Tried often enough already; the last time nobody was left to say so.
    if (file.tries > FILE_TRIES) return settle(file, undefined);
    let written: WrittenFile;
    try {
      written = await write(file);
    } catch (error) {
      if (isClosing) await takeBackTry(database.db, fileId);
      const isFinal = isUnusable(error) || file.tries >= FILE_TRIES;
      if (isClosing || !isFinal) throw error;
      logger.info({ err: error, file: fileId, tries: file.tries }, 'a file could not be written anew');
      return settle(file, undefined);
    }
    await settle(file, written);
  };

  const runCounted = async ({ fileId }: { readonly fileId: string }) => {
    const done = run(fileId);
    const settled = done.catch(() => undefined);
    running.add(settled);
    await settled.finally(() => running.delete(settled));
    return done;
  };

  return {
    onSettled: (hook: SettledHook) => void hooks.push(hook),
    start(): void {
      for (const kind of ['image', 'video'] as const)
        jobs.handle(writeJobOf(kind), runCounted, { retries: JOB_RETRIES, atOnce: 1 });
      const remove = async ({ keys }: { readonly keys: readonly string[] }) => {
        for (const key of keys) await store.delete(key);
      };
      jobs.handle('media.delete-bytes', remove, { retries: DELETE_RETRIES });
    },
    /** What fails from now on is no fault of the file. */
    beginClosing: () => void (isClosing = true),
    /** Resolves when nothing is being worked on any more; the writers must be closed before. */
    async finish(): Promise<void> {
      await Promise.all(running);
    },
  };
}
