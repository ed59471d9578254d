import { DatabaseSync } from 'node:sqlite';
import { listLine } from './manifest.ts';

/** Names and hashes of the files in a backup. Kept on disk because there may be millions. */
export type FileList = {
  has(name: string): boolean;
  add(name: string, sha256: string): void;
  /** Size of all lines in bytes. */
  readonly size: () => number;
  /** Lines in the order of insertion. */
  readonly lines: () => Generator<Uint8Array>;
  close(): void;
};

/** Creates an empty list in an unnamed temporary database that is removed with the process. */
export function createFileList(): FileList {
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
