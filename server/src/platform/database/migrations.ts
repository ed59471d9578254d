import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration, MigrationProvider, MigrationResultSet } from 'kysely/migration';
import type { Database } from './database.types.ts';

/** Folder of the server's migrations. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** A UTC stamp and a name: `20261121T090000_accounts.ts`. */
const FILE_NAME = /^\d{8}T\d{6}_[a-z0-9-]+\.ts$/;

/**
 * Applies missing migrations, forward only, in one transaction. Returns the applied names, in order. Several nodes
 * may call it concurrently. Migrations newer than all known ones belong to a newer version and are ignored: they only
 * expand the schema (see ADR 31). Throws an error that names the failed migration.
 */
export async function migrate(database: Database, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  for (;;) {
    const newer = await newerMigrations(database, folder);
    const { error, results = [] } = await runMigrator(database, new FolderProvider(folder, newer));
    if (error === undefined) return results.map((result) => result.migrationName);
    // A newer node may have migrated while this one waited for the lock.
    if (String(await newerMigrations(database, folder)) !== String(newer)) continue;
    const failed = results.find((result) => result.status === 'Error');
    const reason = error instanceof Error ? error.message : inspect(error);
    throw new Error(`${failed ? `Migration ${failed.migrationName}` : 'The migration'} failed: ${reason}`, {
      cause: error,
    });
  }
}

/** Neither a migration nor the wait for another migrating node has a timeout. */
function runMigrator(database: Database, provider: MigrationProvider): Promise<MigrationResultSet> {
  return database.db.connection().execute(async (connection) => {
    const isServer = database.engine === 'postgres';
    if (isServer) await sql`SET statement_timeout = 0`.execute(connection);
    try {
      return await new Migrator({ db: connection, provider }).migrateToLatest();
    } finally {
      if (isServer) await sql`RESET statement_timeout`.execute(connection);
    }
  });
}

/** Returns the names of migrations in the database that come after all known ones, in order. */
async function newerMigrations({ db }: Database, folder: string): Promise<string[]> {
  const newest = path.basename((await listMigrationFiles(folder)).at(-1) ?? '', '.ts');
  const { rows: tables } = await sql`
    SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'kysely_migration'`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM kysely_migration WHERE name COLLATE "C" > ${newest} ORDER BY name COLLATE "C"`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Returns the migration files of a folder, in the order of their stamps. */
export async function listMigrationFiles(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).toSorted();
  const misnamed = files.find((file) => !FILE_NAME.test(file));
  if (misnamed !== undefined) throw new Error(`${misnamed} is not named like a migration.`);
  return files;
}

/** Returns the newest migration of a database; null when it has none. */
export async function newestMigration({ db }: Database): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM kysely_migration ORDER BY name DESC LIMIT 1`.execute(db);
  return rows[0]?.name ?? null;
}

/** Whether this version of the program has a migration with this name. */
export async function isKnownMigration(name: string): Promise<boolean> {
  return (await listMigrationFiles(MIGRATIONS_FOLDER)).includes(`${name}.ts`);
}

class FolderProvider implements MigrationProvider {
  readonly #folder: string;
  readonly #newer: readonly string[];

  /** `newer` are names without a file here. They are already applied and count as known. */
  constructor(folder: string, newer: readonly string[]) {
    this.#folder = folder;
    this.#newer = newer;
  }

  async getMigrations(): Promise<Record<string, Migration>> {
    const files = await listMigrationFiles(this.#folder);
    const entries = files.map(async (file) => {
      const migration: unknown = await import(pathToFileURL(path.join(this.#folder, file)).href);
      if (!isMigration(migration)) throw new Error(`${file} exports no up().`);
      return [path.basename(file, '.ts'), { up: migration.up }] as const;
    });
    const nothing: Migration = { up: async () => {} };
    const foreign = this.#newer.map((name) => [name, nothing] as const);
    return Object.fromEntries([await Promise.all(entries), foreign].flat());
  }
}

function isMigration(module: unknown): module is Migration {
  return typeof module === 'object' && module !== null && 'up' in module && typeof module.up === 'function';
}
