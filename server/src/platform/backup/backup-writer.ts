import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { createFileList } from './file-list.ts';
import { FILE_LIST, MANIFEST, type Manifest } from './manifest.ts';

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes a backup: one tar, file after file, of which no more than a piece is ever in memory. */
export type BackupWriter = {
  has(name: string): boolean;
  /** Adds a file of exactly this many bytes; a name comes once. */
  add(name: string, size: number, pieces: Pieces): Promise<void>;
  /** Adds a file of the disk; answers its bytes. */
  addFile(name: string, path: string): Promise<number>;
  /** Ends it with the manifest and the list of files; afterwards all of it is on the disk. */
  finish(about: Manifest): Promise<void>;
  /** Lets go of it, whole or not. */
  close(): Promise<void>;
};

/** Begins a backup in a new file, which its owner alone may read. */
export function createBackupWriter(path: string): BackupWriter {
  const tar = pack();
  const written = pipeline(tar, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
  // Whoever adds or finishes hears of a failure; until then nobody may be listening.
  written.catch(() => undefined);
  const list = createFileList();

  async function write(name: string, size: number, pieces: Pieces): Promise<string> {
    const hash = createHash('sha256');
    async function* hashed(): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    }
    await pipeline(hashed, tar.entry({ name, size, mode: 0o600 }));
    return hash.digest('hex');
  }

  async function add(name: string, size: number, pieces: Pieces): Promise<void> {
    list.add(name, await write(name, size, pieces));
  }

  return {
    has: (name) => list.has(name),
    add,
    async addFile(name, file) {
      const { size } = await stat(file);
      await add(name, size, createReadStream(file));
      return size;
    },
    async finish(about) {
      const text = Buffer.from(`${JSON.stringify(about, null, 2)}\n`);
      await add(MANIFEST, text.length, [text]);
      await write(FILE_LIST, list.size(), list.lines());
      tar.finalize();
      await written;
    },
    async close() {
      tar.destroy();
      await written.catch(() => undefined);
      list.close();
    },
  };
}
