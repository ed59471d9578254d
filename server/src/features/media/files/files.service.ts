import { randomBytes } from 'node:crypto';
import type { ByteSource } from '@adda/contract';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { MediaStore } from '../../../platform/media-store/index.ts';
import { allKeys, servedKey, sourceKey, type FileVariant, fileKindOf } from '../media.policy.ts';
import { readHead, sha256OfFile } from '../local-files.service.ts';
import type { Screening } from '../screening.service.ts';
import { writeJobOf, type SettledHook, PREVIEW_TYPE } from './write-file.service.ts';
import {
  deleteFile,
  deleteUnusedFile,
  findReadyFile,
  insertFile,
  listUnusedFiles,
  recordFileUse,
} from './files.repository.ts';

const UNUSED_MS = 24 * 3600 * 1000;
const BATCH = 100;
const NAME_MAX = 255;

/** A received file with its kind by content. */
export type NewFile = { readonly id: string; readonly kind: 'image' | 'video' };

/** Files of posts. */
export type Files = {
  /**
   * Receives an uploaded file. Throws `unsupported_media_type` when it is no photo or video by its content,
   * `upload_refused` for a file whose hash is listed, and `unavailable` or `storage_full` when it can't be stored.
   */
  receive(file: {
    readonly ownerId: number;
    readonly path: string;
    readonly filename?: string | undefined;
  }): Promise<NewFile>;
  /** Call it in the transaction that stores the post: the file is kept, and a job re-encodes it. */
  use(tx: Tx, fileId: string): Promise<void>;
  /** Call it in the transaction that removes the file from its post: the row is deleted now, the bytes by a job. */
  remove(tx: Tx, fileId: string): Promise<void>;
  onSettled(hook: SettledHook): void;
  /** Returns the bytes of a ready file; undefined for any other. */
  open(
    fileId: string,
    variant: FileVariant,
  ): Promise<{ readonly source: ByteSource; readonly contentType: string } | undefined>;
  /** Removes files that no post used within 24 h (SV-104). */
  removeUnused(): Promise<void>;
};

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly store: MediaStore;
  readonly screening: Pick<Screening, 'judge'>;
  readonly clock: () => Date;
  readonly onSettled: (hook: SettledHook) => void;
};

/** Creates the store for files of posts: receives uploads, serves the results of the jobs, and removes files. */
export function createFiles({ database, jobs, store, screening, clock, onSettled }: Deps): Files {
  const removeUnusedFile = (id: string) =>
    database.transaction(async (tx) => {
      // A job of the transaction deletes the bytes: no request to the store while rows are locked.
      if (await deleteUnusedFile(tx, id)) await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(id) });
    });

  return {
    onSettled,
    async receive({ ownerId, path, filename }) {
      const { head, bytes } = await readHead(path);
      const found = fileKindOf(head);
      if (!found) throw appError('unsupported_media_type');
      const sha256 = await sha256OfFile(path);
      // The perceptual hash is checked later, after a job has decoded the file.
      await screening.judge({ sha256, dhash: null });
      const id = randomBytes(16).toString('hex');
      const { kind } = found;
      // The row is inserted first: bytes without a row would never be removed, a row without bytes is removed as
      // unused.
      await insertFile(database.db, {
        id,
        owner_id: ownerId,
        kind,
        bytes,
        sha256,
        original_filename: filename === undefined ? null : cleanName(filename),
        created_at: clock(),
      });
      await store.putFile(sourceKey(id), path, 'application/octet-stream');
      return { id, kind };
    },
    async use(tx, fileId) {
      const kind = await recordFileUse(tx, fileId, clock());
      if (kind) await jobs.enqueue(tx, writeJobOf(kind), { fileId });
    },
    async remove(tx, fileId) {
      await deleteFile(tx, fileId);
      await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(fileId) });
    },
    async open(fileId, variant) {
      const file = await findReadyFile(database.db, fileId);
      const key = servedKey(fileId, variant);
      const size = file && (await store.size(key));
      if (!file || size === undefined) return undefined;
      const contentType = variant === 'full' ? file.contentType : PREVIEW_TYPE;
      return { source: sourceOf(store, key, size), contentType };
    },
    async removeUnused() {
      const before = new Date(clock().getTime() - UNUSED_MS);
      for (;;) {
        const ids = await listUnusedFiles(database.db, before, BATCH);
        for (const id of ids) await removeUnusedFile(id);
        if (ids.length < BATCH) return;
      }
    },
  };
}

/** Returns the bytes of a store key as a source that supports ranges. */
export function sourceOf(store: MediaStore, key: string, size: number): ByteSource {
  return {
    size,
    async read(from, to) {
      const bytes = await store.getRange(key, from, to);
      // The object was removed after its size was read.
      if (!bytes) throw appError('media_not_found');
      return bytes;
    },
  };
}

/** Cleans a file name for display: its last path segment, without invisible characters and bidi controls. */
function cleanName(name: string): string | null {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const visible = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
  return Array.from(visible).slice(0, NAME_MAX).join('') || null;
}
