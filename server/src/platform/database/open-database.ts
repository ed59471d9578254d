import { mkdir } from 'node:fs/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { Logger } from 'pino';
import type pg from 'pg';
import type { Database, DatabaseOptions } from './database.types.ts';
import { watchDisk } from './disk-guard.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { openReplicaReads } from './replicas/replica-reads.ts';
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
  const replicas = openReplicaReads(db, options);
  const clock = createDatabaseClock(pool, options.logger);
  const isServer = options.databaseUrl !== undefined;
  let closing: Promise<void> | undefined;
  const close = async () => {
    disk.stop();
    clock.stop();
    await replicas.close();
    await stop();
  };
  return {
    engine: isServer ? 'postgres' : 'embedded',
    db,
    pool,
    replicas,
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

const MEASURE_EVERY_MS = 30_000;
/** A slower response is too inaccurate. */
const MAX_ROUND_TRIP_MS = 1_000;
/** Deviation of the machine's clock that is logged. */
const WARN_FROM_MS = 5_000;

/** The time that all nodes of an installation share. */
type DatabaseClock = {
  /** The database's time as estimated by this node. The machine's time until `keep` is called. */
  readonly now: () => Date;
  /** Measures the database's time now and every 30 s. */
  readonly keep: () => Promise<void>;
  readonly stop: () => void;
};

/**
 * Machine clocks differ and jump. Times that are stored or shared between nodes (tokens, links, ends of suspensions)
 * are compared with one clock: the database's, extrapolated with a monotonic counter.
 */
function createDatabaseClock(pool: pg.Pool, logger: Logger): DatabaseClock {
  let base: { readonly time: number; readonly counter: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasWarned = false;

  async function measure(): Promise<void> {
    const before = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const [row] = rows;
    const took = performance.now() - before;
    if (!row || (base && took > MAX_ROUND_TRIP_MS)) return;
    // Assumes that the database read its clock in the middle of the round trip.
    base = { time: row.ms, counter: before + took / 2 };
    const aheadMs = Math.round(Date.now() - now().getTime());
    const isWrong = Math.abs(aheadMs) > WARN_FROM_MS;
    if (isWrong && !hasWarned) logger.warn({ aheadMs }, "this machine's clock differs from the database's");
    hasWarned = isWrong;
  }

  const remeasure = () => {
    measure().catch((error: unknown) => logger.warn({ err: error }, 'the time could not be asked for'));
  };
  const now = () => (base ? new Date(base.time + performance.now() - base.counter) : new Date());

  return {
    now,
    keep: async () => {
      timer ??= setInterval(remeasure, MEASURE_EVERY_MS).unref();
      await measure();
    },
    stop: () => clearInterval(timer),
  };
}
