import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ByteSource } from '@adda/contract';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { SemaphoreFullError } from '../../../platform/limits/semaphore.ts';
import type { MediaStore } from '../../../platform/media-store/index.ts';
import { sourceOf } from '../files/files.service.ts';
import { piecesOf, sha256OfFile } from '../local-files.service.ts';
import { AudioLateError, AudioTooLong, audioKey, UnusableAudio } from '../media.policy.ts';
import type { Screening } from '../screening.service.ts';
import type { AudioWriter } from './audio-writer.service.ts';
import {
  deleteUnusedRecordings,
  findUnsentRecording,
  insertRecording,
  isFreshGuest,
  type StoredRecording,
} from './recordings.repository.ts';

const UNUSED_MS = 24 * 3600 * 1000;
const BATCH = 100;

/** The content type of every stored recording. */
export const AUDIO_TYPE = 'audio/mp4';

type Deps = {
  readonly database: Database;
  /** The fail-fast store, for requests of users. */
  readonly store: MediaStore;
  /** Deletes bytes of the store after the transaction commits. */
  readonly removeBytes: (tx: Tx, keys: readonly string[]) => Promise<void>;
  readonly writer: AudioWriter;
  readonly screening: Screening;
  readonly clock: () => Date;
  /** Folder for temporary files; old ones may be deleted. */
  readonly workFolder: string;
};

export type Recordings = ReturnType<typeof createRecordings>;

/** Creates the service that imports, finds and opens recordings, and removes unsent ones (VM-01). */
export function createRecordings({
  database,
  store,
  removeBytes,
  writer,
  screening,
  clock,
  workFolder,
}: Deps) {
  /** Screens a re-encoded recording and stores it. */
  async function importWritten(ownerId: number, source: string, file: string): Promise<StoredRecording> {
    const hashes = { sha256: await sha256OfFile(source), dhash: null };
    await screening.judge(hashes);
    const { durationMs, waveform, bytes } = await writer.write({ source, file }).catch(refuse);
    const review = await screening.screen({
      purpose: 'message',
      kind: 'audio',
      contentType: AUDIO_TYPE,
      size: bytes,
      bytes: () => piecesOf(file),
      userId: ownerId,
      hashes,
    });
    const id = randomBytes(16).toString('hex');
    // The row is inserted first: bytes without a row would never be removed, a row without bytes is removed as
    // unused.
    await insertRecording(database.db, {
      id,
      owner_id: ownerId,
      duration_ms: durationMs,
      waveform: [...waveform],
      bytes,
      sha256: hashes.sha256,
      created_at: clock(),
    });
    await store.putFile(audioKey(id), file, AUDIO_TYPE);
    screening.raiseRecording(review, ownerId, id);
    return { id, durationMs, waveform };
  }

  return {
    /** Throws `voice_not_yet` for guests in their first hour (VM-03). */
    async authorize(ownerId: number): Promise<void> {
      if (await isFreshGuest(database.db, ownerId, clock())) throw appError('voice_not_yet');
    },
    /**
     * Imports the recording in a file. Throws `audio_too_long`, `invalid_audio`, `audio_service_busy`,
     * `upload_refused`, `scanner_unavailable`, and `unavailable` or `storage_full` when it can't be stored.
     */
    async importFromFile(ownerId: number, source: string): Promise<StoredRecording> {
      await mkdir(workFolder, { recursive: true, mode: 0o700 });
      const file = path.join(workFolder, `recording-${randomBytes(8).toString('hex')}`);
      try {
        return await importWritten(ownerId, source, file);
      } finally {
        await rm(file, { force: true });
      }
    },
    /**
     * Returns a recording that this user uploaded and did not send yet; undefined for any other id. Throws
     * `upload_refused` for a recording whose hash was listed after the upload (SV-105).
     */
    async findUnsent(ownerId: number, id: string): Promise<StoredRecording | undefined> {
      const found = await findUnsentRecording(database.db, ownerId, id);
      if (!found) return undefined;
      const { sha256, ...recording } = found;
      await screening.judge({ sha256, dhash: null });
      return recording;
    },
    /** Returns the bytes of a recording; undefined when there are none. Throws `unavailable`. */
    async open(id: string): Promise<ByteSource | undefined> {
      const size = await store.size(audioKey(id));
      return size === undefined ? undefined : sourceOf(store, audioKey(id), size);
    },
    /** Removes recordings that were not sent within 24 h (VM-01). */
    async removeUnused(): Promise<void> {
      const before = new Date(clock().getTime() - UNUSED_MS);
      for (;;) {
        const removed = await database.transaction(async (tx) => {
          const ids = await deleteUnusedRecordings(tx, before, BATCH);
          // A job of the transaction deletes the bytes: no request to the store while rows are locked.
          await removeBytes(tx, ids.map(audioKey));
          return ids.length;
        });
        if (removed < BATCH) return;
      }
    },
  };
}

/** Converts errors of the writer to error codes. */
function refuse(error: unknown): never {
  if (error instanceof AudioTooLong) throw appError('audio_too_long');
  if (error instanceof UnusableAudio) throw appError('invalid_audio');
  if (error instanceof SemaphoreFullError || error instanceof AudioLateError)
    throw appError('audio_service_busy');
  throw error;
}
