import { existsSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startEmbeddedEngine } from './embedded-engine.ts';

/** Returns the folder of the embedded engine inside the data folder. */
export function databaseFolder(dataDir: string): string {
  return path.join(dataDir, 'database');
}

/**
 * Creates the database folder when it is missing, empty or from a dump. It is renamed into place only after it is
 * complete and flushed, so an interrupted start or restore leaves no partial database.
 */
export async function ensureDatabaseFolder(folder: string, dumpFile?: string): Promise<void> {
  if (holdsDatabase(folder)) return;
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    const engine = await startEmbeddedEngine({ folder: partial, dumpFile }, () => {});
    await engine.close();
    await syncTree(partial);
    await rename(partial, folder);
    await syncEntry(path.dirname(folder));
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Whether the folder holds a database of the embedded engine. */
export function holdsDatabase(folder: string): boolean {
  return existsSync(path.join(folder, 'PG_VERSION'));
}

async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const entry of entries) await syncEntry(path.join(folder, entry));
  await syncEntry(folder);
}

async function syncEntry(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

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
