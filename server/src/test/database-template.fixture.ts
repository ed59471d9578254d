import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { migrate } from '../platform/database/index.ts';
import type { Database } from '../platform/database/index.ts';
import { listMigrationFiles } from '../platform/database/migrations.ts';
import { installJobs } from '../platform/jobs/index.ts';

/** A database of a test file's own, and how to be rid of it. */
export type TestDatabase = { database: Database; cleanup(): Promise<void> };

/** What every copy is made from; the hash changes with anything that changes the tables. */
export type Template = { hash: string; install(database: Database): Promise<void> };

/** Nothing is logged: a test asserts what it cares about. */
export const silentLogger = pino({ level: 'silent' });

/** Pins the packages that make tables or files of their own. */
const PACKAGES = fileURLToPath(new URL('../../package.json', import.meta.url));

/** Reads the migrations of a folder as a template. */
export async function readTemplate(migrationsFolder: string): Promise<Template> {
  const hash = createHash('sha256').update(await readFile(PACKAGES));
  for (const file of await listMigrationFiles(migrationsFolder)) {
    hash.update(file).update(await readFile(path.join(migrationsFolder, file)));
  }
  return {
    hash: hash.digest('hex').slice(0, 16),
    install: async (database) => {
      await migrate(database, migrationsFolder);
      await installJobs(database);
    },
  };
}
