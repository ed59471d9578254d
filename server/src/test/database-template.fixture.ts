import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { migrate } from '../platform/database/index.ts';
import type { Database } from '../platform/database/index.ts';
import { listMigrationFiles } from '../platform/database/migrations.ts';
import { installJobs } from '../platform/jobs/index.ts';

/** The database of a test file, and the function that deletes it. */
export type TestDatabase = { database: Database; cleanup(): Promise<void> };

/** The source of every copy; the hash changes with anything that changes the tables. */
export type Template = { hash: string; install(database: Database): Promise<void> };

/** Discards all log lines. */
export const silentLogger = pino({ level: 'silent' });

/** Pins the packages that create their own tables or files. */
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
