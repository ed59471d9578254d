import { mkdir } from 'node:fs/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { createDatabaseClock } from './database-clock.ts';
import type { Database, DatabaseOptions } from './database.types.ts';
import { watchDisk } from './disk-guard.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { openPostgresPool } from './postgres-pool.ts';
import type { Tables } from './tables.ts';
import { createTransaction } from './transaction.ts';

/** Opens the database of an installation. Throws `FolderInUseError` for a folder in use. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const { pool, stop } =
    options.databaseUrl === undefined ? await openEmbeddedPool(options) : openPostgresPool(options);
  pool.on('error', (error) => options.logger.error({ err: error }, 'an idle database connection failed'));
  const disk = await watchDisk(options.dataDir, options.logger);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const clock = createDatabaseClock(pool, options.logger);
  const isServer = options.databaseUrl !== undefined;
  let closing: Promise<void> | undefined;
  const close = async () => {
    disk.stop();
    clock.stop();
    await stop();
  };
  return {
    engine: isServer ? 'postgres' : 'embedded',
    db,
    pool,
    waiting: () => ({ count: pool.semaphore.waiting(), unservedMs: pool.semaphore.unservedMs() }),
    transaction: createTransaction(db, options.logger),
    now: clock.now,
    keepTime: async () => {
      if (isServer) await clock.keep();
    },
    close: () => (closing ??= close()),
    isWritable: disk.isWritable,
    assertWritable: disk.assertWritable,
  };
}
