import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertKey, assertPrefix, type MediaStore } from './media-store.ts';

/** Stores media as files under `DATA_DIR/media`, in folders by the first two letters of their keys. */
export function createDiskStore(dataDir: string): MediaStore {
  const pathOf = (key: string) => {
    assertKey(key);
    return path.join(dataDir, 'media', key.slice(0, 2), key);
  };
  const store = async (key: string, write: (draft: string) => Promise<void>) => {
    const file = pathOf(key);
    const folder = path.dirname(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWhole(file, write);
    await syncFolder(folder);
  };
  return {
    put: (key, bytes) =>
      store(key, (draft) => writeFile(draft, bytes, { mode: 0o600, flag: 'wx', flush: true })),
    putFile: (key, source) => store(key, (draft) => copyWhole(source, draft)),
    async get(key) {
      const file = pathOf(key);
      return (await sizeOf(file)) === undefined ? undefined : read(file);
    },
    async getRange(key, from, to) {
      const file = pathOf(key);
      return (await sizeOf(file)) === undefined ? undefined : read(file, { start: from, end: to });
    },
    size: async (key) => sizeOf(pathOf(key)),
    list: (prefix) => list(path.join(dataDir, 'media'), prefix),
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Writes atomically: the file gets its name only after it is complete and flushed. */
async function writeWhole(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await write(draft);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function copyWhole(source: string, draft: string): Promise<void> {
  await pipeline(
    createReadStream(source),
    createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
  );
}

/** Makes the rename durable. Not every system can flush a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Yields one page per folder, which is named by the first two letters of its keys. */
async function* list(root: string, prefix: string): AsyncGenerator<readonly string[]> {
  assertPrefix(prefix);
  const start = prefix.slice(0, 2);
  for (const folder of await namesIn(root)) {
    if (!folder.startsWith(start)) continue;
    const keys = await namesIn(path.join(root, folder));
    yield keys.filter((key) => key.startsWith(prefix) && !key.endsWith('.partial'));
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Opens the file on the first read, so that an unread response leaves nothing open. */
async function* read(
  file: string,
  range: { readonly start?: number; readonly end?: number } = {},
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = createReadStream(file, range);
  // Ending the loop in any way closes the file.
  yield* chunks;
}
