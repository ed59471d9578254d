import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DatabaseSync } from 'node:sqlite';
import { pack } from 'tar-stream';
import { FILE_LIST, MANIFEST, listLine, type Manifest } from './manifest.ts';

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes a backup: one tar, file after file, streamed so that only one chunk is in memory. */
export type BackupWriter = {
  has(name: string): boolean;
  /** Adds a file of exactly `size` bytes. Names are unique. */
  add(name: string, size: number, pieces: Pieces): Promise<void>;
  /** Adds a file from disk. Returns its size in bytes. */
  addFile(name: string, path: string): Promise<number>;
  /** Completes the backup with the manifest and the list of files. Resolves once everything is flushed to disk. */
  finish(about: Manifest): Promise<void>;
  /** Releases the file, complete or not. */
  close(): Promise<void>;
};

/** Starts a backup in a new file that only its owner can read. */
export function createBackupWriter(path: string): BackupWriter {
  const tar = pack();
  const written = pipeline(tar, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
  // `add` and `finish` report a failure; before them nothing may be listening.
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

/** Names and hashes of the files in a backup. Kept on disk because there may be millions. */
type FileList = {
  has(name: string): boolean;
  add(name: string, sha256: string): void;
  /** Size of all lines in bytes. */
  readonly size: () => number;
  /** Lines in the order of insertion. */
  readonly lines: () => Generator<Uint8Array>;
  close(): void;
};

/** Creates an empty list in an unnamed temporary database that is removed with the process. */
function createFileList(): FileList {
  const database = new DatabaseSync('');
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  database.exec('CREATE TABLE files (name TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL)');
  const find = database.prepare('SELECT 1 FROM files WHERE name = ?');
  const insert = database.prepare('INSERT INTO files (name, sha256) VALUES (?, ?)');
  const all = database.prepare('SELECT name, sha256 FROM files ORDER BY rowid');
  let size = 0;
  return {
    has: (name) => find.get(name) !== undefined,
    add(name, sha256) {
      insert.run(name, sha256);
      size += Buffer.byteLength(listLine(name, sha256));
    },
    size: () => size,
    *lines() {
      for (const row of all.iterate())
        yield Buffer.from(listLine(String(row['name']), String(row['sha256'])));
    },
    close: () => database.close(),
  };
}
