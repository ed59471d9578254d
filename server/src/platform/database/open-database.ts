import { mkdir } from 'node:fs/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database, DatabaseOptions } from './database.types.ts';
import { watchDisk } from './disk-guard.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { GuardedPool } from './guarded-pool.ts';
import type { Tables } from './tables.ts';
import { createTransaction } from './transaction.ts';
import { typeParsers } from './type-parsers.ts';

const DEFAULT_POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/** Opens the database of an installation; a folder in use is refused with `FolderInUseError`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  await mkdir(options.dataDir, { recursive: true });
  const { pool, stop } =
    options.databaseUrl === undefined ? await openEmbeddedPool(options) : openPostgresPool(options);
  pool.on('error', (error) => options.logger.error({ err: error }, 'an idle database connection failed'));
  const disk = await watchDisk(options.dataDir, options.logger);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  const close = async () => {
    disk.stop();
    await stop();
  };
  return {
    engine: options.databaseUrl === undefined ? 'embedded' : 'postgres',
    db,
    pool,
    transaction: createTransaction(db, options.logger),
    close: () => (closing ??= close()),
    isWritable: disk.isWritable,
    assertWritable: disk.assertWritable,
  };
}

/** What an engine gives: its pool, and how to stop both. */
export type OpenedPool = { pool: pg.Pool; stop(): Promise<void> };

function openPostgresPool(options: DatabaseOptions): OpenedPool {
  const pool = new GuardedPool({
    connectionString: options.databaseUrl,
    max: options.poolSize ?? DEFAULT_POOL_SIZE,
    types: typeParsers,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'adda',
    // Compiling a plan takes longer than any statement here may; a misjudged one cost 600 ms.
    options: '-c jit=off',
  });
  return { pool, stop: () => pool.end() };
}
