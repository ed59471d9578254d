import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { MediaStore } from '../media-store/index.ts';
import type { BackupWriter } from './backup-writer.ts';
import { MEDIA_FOLDER } from './manifest.ts';
import { inMegabytes, type Progress } from './progress.ts';

/** Copies media into a backup, each file once, and counts them. */
export type MediaCopy = {
  /** Copies the files of the store that the backup does not contain. */
  copyNew(): Promise<void>;
  /** Copies the files that were kept because they were deleted meanwhile. */
  copyRetained(folder: string): Promise<void>;
  readonly total: () => { readonly count: number; readonly bytes: number };
};

/** Creates the media copy of a backup. */
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
    progress.throttled(() => `Media: ${count} files, ${inMegabytes(bytes)}`);
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
    async copyRetained(folder) {
      for (const key of await readdir(folder)) {
        const name = MEDIA_FOLDER + key;
        if (key.endsWith('.partial') || backup.has(name)) continue;
        counted(await backup.addFile(name, path.join(folder, key)));
      }
    },
    total: () => ({ count, bytes }),
  };
}

/** Undefined when the file was deleted after it was listed. Once reading has started it stays readable. */
async function openMedium(store: MediaStore, key: string) {
  const size = await store.size(key);
  const found = size === undefined ? undefined : await store.get(key);
  if (size === undefined || !found) return undefined;
  const reader = found[Symbol.asyncIterator]();
  try {
    return { size, pieces: continueReading(reader, await reader.next()) };
  } catch (error) {
    if ((await store.size(key)) === undefined) return undefined;
    throw error;
  }
}

async function* continueReading(
  reader: AsyncIterator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = first; !piece.done; piece = await reader.next()) yield piece.value;
  } finally {
    await reader.return?.();
  }
}
