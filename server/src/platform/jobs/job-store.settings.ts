import type { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { ConstructorOptions, Db } from 'pg-boss';
import type { Database, Tx } from '../database/index.ts';

/** A job that runs longer counts as lost, even when its process is alive, and is retried. */
export const JOB_EXPIRES_SECONDS = 300;

/**
 * With several nodes a running job sends heartbeats; after this long without one it counts as lost with its process.
 * The embedded engine has a single process: jobs that are active when it starts were lost before.
 */
const HEARTBEAT_TIMEOUT_SECONDS = 20;
/** Interval of the check for lost jobs. */
const CHECK_INTERVAL_SECONDS = 15;

const KEEP_FINISHED_SECONDS = 24 * 60 * 60;
const RETRY_DELAY_SECONDS = 1;
const MAX_RETRY_DELAY_SECONDS = 600;

const COMMON: ConstructorOptions = {
  // Only recurring jobs use this poll, so a few seconds are sufficient.
  cronWorkerIntervalSeconds: 5,
  // Jobs that wait for other jobs are not used.
  flowIntervalSeconds: 3600,
};

/** Options of pg-boss. The embedded engine is vacuumed by our own schedule. */
export const BOSS_OPTIONS: Record<Database['engine'], ConstructorOptions> = {
  embedded: { ...COMMON, backend: 'pglite', monitorVacuum: false, reindex: false },
  postgres: {
    ...COMMON,
    superviseIntervalSeconds: CHECK_INTERVAL_SECONDS,
    monitorIntervalSeconds: CHECK_INTERVAL_SECONDS,
  },
};

/** Returns the seconds without heartbeat after which a job counts as lost; null when there are no other nodes. */
export const heartbeatTimeoutOf = (engine: Database['engine']): number | null =>
  engine === 'postgres' ? HEARTBEAT_TIMEOUT_SECONDS : null;

/** Returns the settings of a queue. */
export function queueOptions(retries: number, heartbeatSeconds: number | null) {
  return {
    ...(heartbeatSeconds !== null && { heartbeatSeconds }),
    policy: 'short',
    retryLimit: retries,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAX_RETRY_DELAY_SECONDS,
    expireInSeconds: JOB_EXPIRES_SECONDS,
    deleteAfterSeconds: KEEP_FINISHED_SECONDS,
  };
}

/** Installs or upgrades the tables of the job queue. Several nodes may run it concurrently. */
export async function installJobs(database: Database): Promise<void> {
  const boss = new PgBoss({
    ...BOSS_OPTIONS[database.engine],
    db: poolQueries(database),
    supervise: false,
    schedule: false,
  });
  const errors: Error[] = [];
  boss.on('error', (error) => errors.push(error));
  await boss.start();
  await boss.stop({ graceful: false, close: false });
  if (errors[0]) throw errors[0];
}

/** Runs the statements of pg-boss on the pool. */
export function poolQueries({ pool }: Database): Db {
  return {
    executeSql: async (text, values) => {
      // A text with several statements has several results.
      const results = [await pool.query(text, values)].flat();
      return { rows: results.flatMap((result) => result.rows) };
    },
  };
}

/** Runs one statement of pg-boss in a transaction. */
export async function runQuery(tx: Tx, query: CompiledQuery): Promise<{ rows: unknown[] }> {
  const { rows } = await tx.executeQuery(query);
  return { rows };
}
