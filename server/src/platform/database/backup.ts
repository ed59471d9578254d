import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Database } from './database.types.ts';
import { databaseFolder, ensureDatabaseFolder, lockFolder } from './embedded-folder.ts';
import { embeddedEngineOf } from './embedded-pool.ts';

/**
 * Writes a backup of the running database to a new file. Queries wait meanwhile. Throws on a PostgreSQL
 * server, which has its own tools, and when the file exists.
 */
export async function backupTo(database: Database, file: string): Promise<void> {
  const engine = embeddedEngineOf(database.pool);
  if (!engine) {
    throw new Error('This installation uses a PostgreSQL server; back it up with pg_dump --format=custom.');
  }
  if (existsSync(file)) throw new Error(`${file} exists already; a backup never overwrites a file.`);
  await engine.dump(file);
}

/**
 * Creates the database of the folder from a dump, completely or not at all. Throws when the file is no usable dump.
 */
export type PlaceDump = (file: string) => Promise<void>;

/**
 * Locks a data folder while `work` creates its database. Throws `FolderInUseError` for a folder in use, and an
 * error when the folder already has a database.
 */
export async function restoreInto<T>(dataDir: string, work: (place: PlaceDump) => Promise<T>): Promise<T> {
  const lock = lockFolder(dataDir);
  try {
    const folder = databaseFolder(dataDir);
    if (existsSync(folder) && (await readdir(folder)).length > 0) {
      throw new Error(`${folder} holds a database already; restore into an empty data folder.`);
    }
    return await work((file) =>
      ensureDatabaseFolder(folder, file).catch((cause: unknown) => {
        throw new Error(`${file} is no usable backup.`, { cause });
      }),
    );
  } finally {
    lock.release();
  }
}
