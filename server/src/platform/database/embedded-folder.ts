import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
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
