import type pg from 'pg';
import type { DatabaseOptions } from './database.types.ts';
import { startEmbeddedEngine, type EmbeddedEngine } from './embedded-engine.ts';
import { databaseFolder, ensureDatabaseFolder, lockFolder } from './embedded-folder.ts';
import { GuardedPool, type OpenedPool } from './guarded-pool.ts';
import { startMaintenance } from './maintenance.ts';
import { typeParsers } from './type-parsers.ts';

const POOL_SIZE = 10;
const engines = new WeakMap<pg.Pool, EmbeddedEngine>();

/** Returns the engine of a pool, for backups; undefined for the pool of a PostgreSQL server. */
export function embeddedEngineOf(pool: pg.Pool): EmbeddedEngine | undefined {
  return engines.get(pool);
}

/** Locks the data folder, starts the engine in it and schedules its maintenance. */
export async function openEmbeddedPool(options: DatabaseOptions): Promise<OpenedPool> {
  if (options.dumpFile !== undefined) return openPool(options, { dumpFile: options.dumpFile });
  const lock = lockFolder(options.dataDir);
  try {
    const folder = databaseFolder(options.dataDir);
    await ensureDatabaseFolder(folder);
    const { pool, stop } = await openPool(options, { folder });
    const maintenance = startMaintenance(pool, options.logger);
    const stopInOrder = async () => {
      await maintenance.stop();
      await stop();
      lock.release();
    };
    return { pool, stop: stopInOrder };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openPool(
  options: DatabaseOptions,
  start: { folder?: string; dumpFile?: string },
): Promise<OpenedPool> {
  const engine = await startEmbeddedEngine(start, (error) => {
    options.logger.fatal({ err: error }, 'the embedded database engine failed');
    (options.onEngineFailure ?? endProcess)(error);
  });
  const pool = new GuardedPool({
    stream: () => engine.connect(),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: options.poolSize ?? POOL_SIZE,
    // Connections are free of cost, so they stay open.
    idleTimeoutMillis: 0,
    types: typeParsers,
  });
  engines.set(pool, engine);
  const stop = async () => {
    await pool.end();
    await engine.close();
  };
  return { pool, stop };
}

/** Without its database the server can't serve correctly, so the process ends and the supervisor restarts it. */
function endProcess(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}
