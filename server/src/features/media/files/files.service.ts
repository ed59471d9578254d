import { randomBytes } from 'node:crypto';
import { open as openFile } from 'node:fs/promises';
import type { ByteSource } from '@adda/contract';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { MediaStore } from '../../../platform/media-store/index.ts';
import { allKeys, servedKey, sourceKey } from './file-keys.ts';
import type { Screening } from '../screening.ts';
import { writeJobOf, type SettledHook } from './settle-file.ts';
import { fileKindOf, KIND_BYTES } from './file-kind.ts';
import { PREVIEW_TYPE } from './file-writers.ts';
import { sha256OfFile } from './sha256-of-file.ts';
import {
  deleteFile,
  deleteUnusedFile,
  findReadyFile,
  insertFile,
  listUnusedFiles,
  noteFileUse,
} from './files.repository.ts';

const UNUSED_MS = 24 * 3600 * 1000;
const BATCH = 100;
const NAME_MAX = 255;

/** A file of a post that was taken in: its kind by content. */
export type NewFile = { readonly id: string; readonly kind: 'image' | 'video' };

/** Which of a file's two pictures is meant: itself, or the small still one. */
export type FileVariant = 'full' | 'preview';

/** Files of posts. */
export type Files = {
  /**
   * Takes in a file as it came. Throws `unsupported_media_type` for what is no photo or video by its content,
   * `upload_refused` for one that is kept out, and `unavailable` or `storage_full` where it can't be kept.
   */
  receive(file: {
    readonly ownerId: number;
    readonly path: string;
    readonly filename?: string | undefined;
  }): Promise<NewFile>;
  /** To be called in the transaction that stores the post: the file stays, and a job writes it anew. */
  use(tx: Tx, fileId: string): Promise<void>;
  /** To be called in the transaction that takes the file from its post: the row goes now, the bytes soon after. */
  remove(tx: Tx, fileId: string): Promise<void>;
  onSettled(hook: SettledHook): void;
  /** The bytes of a file that is ready; undefined for any other. */
  open(
    fileId: string,
    variant: FileVariant,
  ): Promise<{ readonly source: ByteSource; readonly contentType: string } | undefined>;
  /** Removes files that no post took within 24 h (SV-104). */
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

/** Keeping the files of posts: taking them in, serving what the jobs made of them, and removing them. */
export function createFiles({ database, jobs, store, screening, clock, onSettled }: Deps): Files {
  const removeUnusedFile = (id: string) =>
    database.transaction(async (tx) => {
      // By a job of the transaction: nothing of ours waits for the store while rows are locked.
      if (await deleteUnusedFile(tx, id)) await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(id) });
    });

  return {
    onSettled,
    async receive({ ownerId, path, filename }) {
      const { head, bytes } = await lookInto(path);
      const found = fileKindOf(head);
      if (!found) throw appError('unsupported_media_type');
      const sha256 = await sha256OfFile(path);
      // What it shows is known only once a job has decoded it, and is judged then.
      await screening.judge({ sha256, dhash: null });
      const id = randomBytes(16).toString('hex');
      const { kind } = found;
      // The row comes first: bytes without a row would stay for ever, a row without bytes is removed as unused.
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
      const kind = await noteFileUse(tx, fileId, clock());
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

/** The bytes of a key of the store, of which ranges may be asked for. */
export function sourceOf(store: MediaStore, key: string, size: number): ByteSource {
  return {
    size,
    async read(from, to) {
      const bytes = await store.getRange(key, from, to);
      // Removed since its size was asked.
      if (!bytes) throw appError('media_not_found');
      return bytes;
    },
  };
}

async function lookInto(path: string): Promise<{ head: Uint8Array; bytes: number }> {
  const handle = await openFile(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(KIND_BYTES), 0, KIND_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), bytes: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

/** A name as people may read it: its last part, without what can't be seen and without what turns the text around. */
function cleanName(name: string): string | null {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const visible = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
  return Array.from(visible).slice(0, NAME_MAX).join('') || null;
}
