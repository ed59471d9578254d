import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held while a process uses a data folder. */
export type FolderLock = { release(): void };

/** Thrown when the data folder is in use by another process or another database of this process. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';

  constructor(folder: string) {
    super(`The data folder ${folder} is already in use by another running server; stop that one first.`);
  }
}

/**
 * Locks the folder for this process. An exclusive SQLite transaction holds an operating system lock, which
 * ends with the process in every case and never needs cleanup.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'lock.sqlite');
  // SQLite would create it readable to all. Its journal gets the mode of the file.
  closeSync(openSync(file, 'a', 0o600));
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (isBusy(error)) throw new FolderInUseError(folder);
    throw error;
  }
  return { release: () => connection.close() };
}

/** SQLITE_BUSY is 5 in SQLite's list of result codes. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
