import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStore } from './media-store.ts';

/** A media store that supports backups during operation. */
export type RetainingStore = MediaStore & {
  /**
   * Until the returned function is called, deleted objects are first copied to this folder, as a file named by the
   * key: the dump of a backup may still refer to them.
   */
  retainDeleted(folder: string): () => void;
};

/** Wraps a store for backups that run in this process. */
export function createRetainingStore(store: MediaStore): RetainingStore {
  const folders = new Set<string>();
  return {
    ...store,
    async delete(key, limits) {
      for (const folder of folders) {
        await retain(store, key, folder).catch((error: unknown) => {
          // The backup has ended meanwhile and removed its folder.
          if (folders.has(folder)) throw error;
        });
      }
      await store.delete(key, limits);
    },
    retainDeleted(folder) {
      folders.add(folder);
      return () => void folders.delete(folder);
    },
  };
}

/** Writes atomically. Concurrent deletions of one key may each write the file; the content is the same. */
async function retain(store: MediaStore, key: string, folder: string): Promise<void> {
  if ((await store.size(key)) === undefined) return;
  const pieces = await store.get(key);
  if (!pieces) return;
  const draft = path.join(folder, `${key}.${crypto.randomUUID()}.partial`);
  await pipeline(pieces, createWriteStream(draft, { mode: 0o600 }));
  await rename(draft, path.join(folder, key));
}
