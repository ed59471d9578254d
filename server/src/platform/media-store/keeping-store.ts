import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStore } from './media-store.ts';

/** A media store of which a backup can be taken while it is used. */
export type KeepingStore = MediaStore & {
  /**
   * From now until the answered function is called, what is deleted is first copied to this folder, as a file named by
   * its key: the dump of a backup may still name it.
   */
  keepDeleted(folder: string): () => void;
};

/** Makes a store keepable for the backups that this process takes. */
export function createKeepingStore(store: MediaStore): KeepingStore {
  const folders = new Set<string>();
  return {
    ...store,
    async delete(key, limits) {
      for (const folder of folders) {
        await keep(store, key, folder).catch((error: unknown) => {
          // A backup that has ended meanwhile took its folder along.
          if (folders.has(folder)) throw error;
        });
      }
      await store.delete(key, limits);
    },
    keepDeleted(folder) {
      folders.add(folder);
      return () => void folders.delete(folder);
    },
  };
}

/** Under its name only when it is whole. Two deletions of one key at once may each write it: the content is the same. */
async function keep(store: MediaStore, key: string, folder: string): Promise<void> {
  if ((await store.size(key)) === undefined) return;
  const pieces = await store.get(key);
  if (!pieces) return;
  const draft = path.join(folder, `${key}.${crypto.randomUUID()}.partial`);
  await pipeline(pieces, createWriteStream(draft, { mode: 0o600 }));
  await rename(draft, path.join(folder, key));
}
