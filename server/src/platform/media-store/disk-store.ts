import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { assertKey, type MediaStore } from './media-store.ts';

/** Keeps media as files under `DATA_DIR/media`, in folders by the first two letters of their keys. */
export function createDiskStore(dataDir: string): MediaStore {
  const pathOf = (key: string) => {
    assertKey(key);
    return path.join(dataDir, 'media', key.slice(0, 2), key);
  };
  return {
    async put(key, bytes) {
      const file = pathOf(key);
      const folder = path.dirname(file);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(file, bytes);
      await syncFolder(folder);
    },
    async get(key) {
      const file = pathOf(key);
      return (await isThere(file)) ? read(file) : undefined;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Under its name a file appears only when all of it is on the disk. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await writeFile(draft, bytes, { mode: 0o600, flag: 'wx', flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Makes the new name itself survive a power cut; not every system can do that to a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Opens the file only once somebody reads, so that an answer nobody takes leaves nothing open. */
async function* read(file: string): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = createReadStream(file);
  // However the reading ends, the loop of the stream closes the file.
  yield* chunks;
}
