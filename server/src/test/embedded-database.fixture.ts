import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { backupTo, FolderInUseError, openDatabase, type Database } from '../platform/database/index.ts';
import {
  databaseFolder,
  ensureDatabaseFolder,
  holdsDatabase,
  lockFolder,
  type FolderLock,
} from '../platform/database/embedded-folder.ts';
import { silentLogger, type Template, type TestDatabase } from './database-template.fixture.ts';
import { withOnlyLogSegment } from './small-archive.fixture.ts';

const TEMPLATE_POLL_MS = 50;

/** Provided by Node; the types of this project exclude browser globals. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> };

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/**
 * Returns the backup file of the migrated template, built by the first caller. Uncompressed, which halves the time of
 * each copy.
 */
export async function embeddedTemplate(template: Template): Promise<string> {
  const dumpFile = path.join(tmpdir(), `adda-test-template-${template.hash}.tar`);
  await makeOnce(dumpFile, (partial) => dumpTemplate(partial, template));
  return dumpFile;
}

/**
 * Keeps the engine's compiled code alive for the lifetime of this process. V8 shares it between all engines of the
 * process, so that the second and later engines of a worker start in half the time.
 */
const holdCompiledEngine = once(async () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(path.join(folder, 'pglite.wasm')));
});

/** Opens a copy in memory on the embedded engine. */
export async function openEmbeddedCopy(template: Template): Promise<TestDatabase> {
  await holdCompiledEngine();
  const dumpFile = await embeddedTemplate(template);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-test-'));
  const database = await openDatabase({ dataDir, dumpFile, logger: silentLogger });
  const cleanup = async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { database, cleanup };
}

/** Installs a migrated database in a data folder without one, because a new migration takes many times as long. */
export async function putEmbeddedDatabase(dataDir: string, template: Template): Promise<void> {
  if (holdsDatabase(databaseFolder(dataDir))) return;
  const dumpFile = await embeddedTemplate(template);
  const folder = path.join(tmpdir(), `adda-test-template-${template.hash}`);
  await makeOnce(folder, async (partial) => {
    await rm(partial, { recursive: true, force: true });
    await ensureDatabaseFolder(partial, dumpFile);
  });
  await cp(folder, databaseFolder(dataDir), { recursive: true });
}

/**
 * Creates a file or folder under a temporary name and renames it once it is complete. One test process creates it, the
 * others wait.
 */
async function makeOnce(target: string, make: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${target}.partial`;
  const createUnderTemporaryName = async () => {
    await make(partial);
    await rename(partial, target);
  };
  while (!existsSync(target)) {
    const lock = tryLock(`${target}.making`);
    if (!lock) await delay(TEMPLATE_POLL_MS);
    else if (existsSync(target)) lock.release();
    else await createUnderTemporaryName().finally(() => lock.release());
  }
}

function tryLock(folder: string): FolderLock | undefined {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  }
}

async function dumpTemplate(file: string, template: Template): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-template-'));
  try {
    const database = await openDatabase({ dataDir, logger: silentLogger });
    const compressed = path.join(dataDir, 'template.tar.gz');
    let segment: string;
    try {
      await template.install(database);
      await dropUnopenedDatabases(database);
      segment = await startLogSegment(database);
      await backupTo(database, compressed);
    } finally {
      await database.close();
    }
    await writeFile(file, withOnlyLogSegment(gunzipSync(await readFile(compressed)), segment));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Drops the databases `template0` and `template1`: tests never open them, and they are half of each copy. */
async function dropUnopenedDatabases({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT quote_ident(datname) AS name FROM pg_database WHERE datname <> current_database()',
  );
  await pool.query('UPDATE pg_database SET datistemplate = false WHERE datname <> current_database()');
  for (const { name } of rows) await pool.query(`DROP DATABASE ${name}`);
}

/** Starts a segment of the write-ahead log, in which the backup's checkpoint will be, and returns its file's name. */
async function startLogSegment({ pool }: Database): Promise<string> {
  await pool.query('SELECT pg_switch_wal()');
  const { rows } = await pool.query<{ segment: string }>(
    'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS segment',
  );
  const [row] = rows;
  if (!row) throw new Error('The database has no write-ahead log.');
  return row.segment;
}
