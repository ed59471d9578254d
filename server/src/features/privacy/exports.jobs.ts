import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Tx } from '../../platform/database/index.ts';
import { isStoreFailure } from '../../platform/media-store/index.ts';
import type { PrivacyOptions } from './privacy.types.ts';
import * as exports from './privacy.repository.ts';
import { writeCopy } from './write-copy.service.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Creates an export of the user's personal data. */
    'privacy.export': { readonly exportId: string };
    /** Recurring job; tests may enqueue it. */
    'privacy.expired-exports': null;
  }
}

const TRIES = 3;
/** Shorter than the job timeout, so that the work stops itself and cleans up. */
const WORK_MS = 270_000;
/** A pending export older than this has lost its job. */
const LOST_HOURS = 12;
/** Retry delay in seconds while the media store is unavailable or the disk is full. */
const WAIT_SECONDS = 60;
const BATCH = 100;

/** Returns the key of an export in the media store. */
export const exportKey = (exportId: string): string => `export-${exportId}`;

/** The export is no longer pending: its account was deleted. */
class CancelledError extends Error {}

/** Creates exports in the background and deletes expired ones. */
export function createExportJobs(options: PrivacyOptions) {
  const { database, jobs, store, logger, media, notifications, sections, workFolder } = options;

  /** Writes the export to a local file and moves it into the media store. Returns its size in bytes. */
  async function make(exportId: string, userId: number): Promise<number> {
    const end = Date.now() + WORK_MS;
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    // A new name for each attempt, because an abandoned attempt may still be writing.
    const file = path.join(workFolder, `export-${randomBytes(8).toString('hex')}`);
    const onProgress = async (progress: number): Promise<void> => {
      if (Date.now() > end) throw new Error('a copy took too long');
      if (!(await exports.noteProgress(database.db, exportId, progress * 0.95))) throw new CancelledError();
    };
    try {
      const bytes = await writeCopy(file, { db: database.db, store, sections, userId, onProgress });
      await onProgress(1);
      await store.putFile(exportKey(exportId), file, 'application/zip');
      return bytes;
    } finally {
      await rm(file, { force: true });
    }
  }

  async function settle(exportId: string, userId: number, bytes: number): Promise<void> {
    await database.transaction(async (tx) => {
      const isWanted = await exports.noteExportReady(tx, exportId, bytes);
      if (!isWanted) return media.removeBytes(tx, [exportKey(exportId)]);
      const text = 'Your copy is ready. You can download it in your settings.';
      return notifications.notify(tx, { userId, kind: 'export_ready', text });
    });
  }

  /** Enqueues a new job instead of failing this one. Exports that are pending for too long fail as lost. */
  const postpone = (exportId: string): Promise<void> =>
    database.transaction(async (tx) => {
      if (await exports.takeBackExportTry(tx, exportId))
        await jobs.enqueue(tx, 'privacy.export', { exportId }, { startAfterSeconds: WAIT_SECONDS });
    });

  async function run({ exportId }: { readonly exportId: string }): Promise<void> {
    const attempt = await exports.beginExport(database.db, exportId);
    if (!attempt) return;
    if (attempt.tries > TRIES) return exports.noteExportFailed(database.db, exportId);
    try {
      await settle(exportId, attempt.userId, await make(exportId, attempt.userId));
    } catch (error) {
      if (error instanceof CancelledError) return;
      if (isStoreFailure(error)) {
        logger.warn({ err: error, exportId }, 'a copy waits until it can be made');
        return postpone(exportId);
      }
      if (attempt.tries < TRIES) throw error;
      logger.error({ err: error, exportId }, 'a copy of somebody’s data could not be made');
      await exports.noteExportFailed(database.db, exportId);
    }
  }

  async function removeExpired(): Promise<void> {
    await exports.failLost(database.db, LOST_HOURS);
    for (;;) {
      const count = await database.transaction(async (tx) => {
        const ids = await exports.deleteExpired(tx, BATCH);
        await media.removeBytes(tx, ids.map(exportKey));
        return ids.length;
      });
      if (count < BATCH) return;
    }
  }

  return {
    /** Part of deleting an account: deletes its exports. */
    forget: async (tx: Tx, userId: number): Promise<void> =>
      media.removeBytes(tx, (await exports.deleteExportsOf(tx, userId)).map(exportKey)),
    startJobs(): void {
      jobs.handle('privacy.export', run, { atOnce: 1 });
      jobs.every('privacy.expired-exports', '41 * * * *', removeExpired);
    },
  };
}
