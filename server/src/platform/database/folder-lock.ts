import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held while a process uses a data folder. */
export type FolderLock = { release(): void };

/** The data folder is in use by another process (or another database of this one). */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';

  constructor(folder: string) {
    super(`The data folder ${folder} is already in use by another running server; stop that one first.`);
  }
}

/**
 * Locks the folder for this process. SQLite's exclusive transaction is a lock of the operating
 * system, so it ends with the process however that ends and never has to be cleaned up.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'lock.sqlite');
  // SQLite would make it readable to all, and gives its journal the mode of the file.
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
