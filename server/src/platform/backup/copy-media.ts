import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { MediaStore } from '../media-store/index.ts';
import type { BackupWriter } from './backup-writer.ts';
import { MEDIA_FOLDER } from './manifest.ts';
import { inMegabytes, type Progress } from './progress.ts';

/** Puts media into a backup, each once, and counts them. */
export type MediaCopy = {
  /** What the store has now and the backup has not yet. */
  copyNew(): Promise<void>;
  /** What was kept aside because it was deleted meanwhile. */
  copyKept(folder: string): Promise<void>;
  readonly total: () => { readonly count: number; readonly bytes: number };
};

/** Begins to copy the media of a store into a backup. */
export function createMediaCopy(
  store: MediaStore,
  backup: Pick<BackupWriter, 'has' | 'add' | 'addFile'>,
  progress: Progress,
): MediaCopy {
  let count = 0;
  let bytes = 0;
  const counted = (size: number) => {
    count += 1;
    bytes += size;
    progress.often(() => `Media: ${count} files, ${inMegabytes(bytes)}`);
  };
  return {
    async copyNew() {
      for await (const keys of store.list('')) {
        for (const key of keys) {
          const name = MEDIA_FOLDER + key;
          if (backup.has(name)) continue;
          const found = await openMedium(store, key);
          if (!found) continue;
          await backup.add(name, found.size, found.pieces);
          counted(found.size);
        }
      }
    },
    async copyKept(folder) {
      for (const key of await readdir(folder)) {
        const name = MEDIA_FOLDER + key;
        if (key.endsWith('.partial') || backup.has(name)) continue;
        counted(await backup.addFile(name, path.join(folder, key)));
      }
    },
    total: () => ({ count, bytes }),
  };
}

/** Undefined where it was deleted since it was listed; nothing can be missing once its reading has begun. */
async function openMedium(store: MediaStore, key: string) {
  const size = await store.size(key);
  const found = size === undefined ? undefined : await store.get(key);
  if (size === undefined || !found) return undefined;
  const reader = found[Symbol.asyncIterator]();
  try {
    return { size, pieces: goOn(reader, await reader.next()) };
  } catch (error) {
    if ((await store.size(key)) === undefined) return undefined;
    throw error;
  }
}

async function* goOn(
  reader: AsyncIterator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = first; !piece.done; piece = await reader.next()) yield piece.value;
  } finally {
    await reader.return?.();
  }
}
