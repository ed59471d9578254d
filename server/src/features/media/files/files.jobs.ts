import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { FILE_TRIES } from '@adda/contract/media';
import type { Database } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { isStoreFailure, type MediaStore } from '../../../platform/media-store/index.ts';
import type { Semaphore } from '../../../platform/limits/semaphore.ts';
import type { Screening } from '../screening.service.ts';
import { UnusableImage, UnusableVideo } from '../media.policy.ts';
import {
  type FileWriters,
  createSettling,
  writeJobOf,
  type WriteFileJob,
  createWriteFile,
  type ScreenedFile,
} from './write-file.service.ts';
import { beginAttempt, revertAttempt, type PendingFile } from './files.repository.ts';

/** Whether the cause is the file itself, so that a retry would fail too. */
const isUnusable = (error: unknown): boolean =>
  error instanceof UnusableImage || error instanceof UnusableVideo;

/** Whether the cause is outside: the scanner or the store is unavailable or full. */
const isExternalFailure = (error: unknown): boolean =>
  isRefusal(error, 'scanner_unavailable') || isStoreFailure(error);

const isRefusal = (error: unknown, code: 'upload_refused' | 'scanner_unavailable'): boolean =>
  error instanceof AppError && error.code === code;

/** More than `FILE_TRIES`: jobs of a killed server return to the queue, and the row counts the attempts. */
const JOB_RETRIES = 10;
/** Enough for days: deleted content must not remain because the store was unavailable. */
const DELETE_RETRIES = 500;

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly store: MediaStore;
  readonly logger: Logger;
  readonly writers: FileWriters;
  readonly screening: Pick<Screening, 'screen'>;
  /** Limits concurrent decoders to the number of cores. */
  readonly semaphore: Semaphore;
  /** Folder for temporary files; old ones may be deleted. */
  readonly workFolder: string;
};

/**
 * Creates the jobs that re-encode files (SV-58). A failure caused by the file settles it immediately; any other is
 * retried up to `FILE_TRIES` times. Settling and its hooks share one transaction, which also enqueues the deletion of
 * unneeded bytes. While the scanner or the store is unavailable, or the disk is full, a file stays pending without
 * limit.
 */
export function createFileJobs({ database, jobs, store, logger, workFolder, ...deps }: Deps) {
  const writeInFolder = createWriteFile({ store, ...deps });
  const { settle, refuse, postpone, onSettled } = createSettling({ database, jobs });
  const running = new Set<Promise<void>>();
  let isClosing = false;

  const write = async (file: PendingFile): Promise<ScreenedFile> => {
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(workFolder, 'file-'));
    try {
      return await writeInFolder(file, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const run = async ({ fileId, waits = 0 }: WriteFileJob): Promise<void> => {
    const file = await beginAttempt(database.db, fileId);
    if (!file) return;
    // All attempts are used, and the process was killed in the last one.
    if (file.tries > FILE_TRIES) return settle(file, undefined);
    let written: ScreenedFile;
    try {
      written = await write(file);
    } catch (error) {
      if (isRefusal(error, 'upload_refused')) return refuse(file);
      if (isExternalFailure(error)) {
        logger.warn({ err: error, file: fileId, waits }, 'a file waits until it can be kept');
        return postpone(file, waits);
      }
      if (isClosing) await revertAttempt(database.db, fileId);
      const isFinal = isUnusable(error) || file.tries >= FILE_TRIES;
      if (isClosing || !isFinal) throw error;
      logger.info({ err: error, file: fileId, tries: file.tries }, 'a file could not be written anew');
      return settle(file, undefined);
    }
    await settle(file, written);
  };

  const runCounted = async (job: WriteFileJob) => {
    const done = run(job);
    const settled = done.catch(() => undefined);
    running.add(settled);
    await settled.finally(() => running.delete(settled));
    return done;
  };

  return {
    onSettled,
    start(): void {
      for (const kind of ['image', 'video'] as const)
        jobs.handle(writeJobOf(kind), runCounted, { retries: JOB_RETRIES, atOnce: 1 });
      const remove = async ({ keys }: { readonly keys: readonly string[] }) => {
        for (const key of keys) await store.delete(key);
      };
      jobs.handle('media.delete-bytes', remove, { retries: DELETE_RETRIES });
    },
    /** Failures from now on don't count as attempts. */
    beginClosing: () => void (isClosing = true),
    /** Resolves when no job is running. The writers must be closed before. */
    async finish(): Promise<void> {
      await Promise.all(running);
    },
  };
}
