import type { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { ConstructorOptions, Db } from 'pg-boss';
import type { Database, Tx } from '../database/index.ts';

/** A job that runs longer counts as lost, for example with its process, and is tried again. */
export const JOB_EXPIRES_SECONDS = 300;

const KEEP_FINISHED_SECONDS = 24 * 60 * 60;
const RETRY_DELAY_SECONDS = 1;
const LONGEST_RETRY_DELAY_SECONDS = 600;

const COMMON: ConstructorOptions = {
  // Only recurring jobs pass through this poll, so a few seconds are soon enough.
  cronWorkerIntervalSeconds: 5,
  // Jobs that wait for other jobs are not used.
  flowIntervalSeconds: 3600,
};

/** Settings of the package; the embedded engine is vacuumed by our own schedule. */
export const BOSS_OPTIONS: Record<Database['engine'], ConstructorOptions> = {
  embedded: { ...COMMON, backend: 'pglite', monitorVacuum: false, reindex: false },
  postgres: COMMON,
};

/** Settings of every queue. */
export function queueOptions(retries: number) {
  return {
    policy: 'short',
    retryLimit: retries,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
    expireInSeconds: JOB_EXPIRES_SECONDS,
    deleteAfterSeconds: KEEP_FINISHED_SECONDS,
  };
}

/** Installs or upgrades the tables of the job queue; several nodes may do so at once. */
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

/** Runs the package's statements on the pool. */
export function poolQueries({ pool }: Database): Db {
  return {
    executeSql: async (text, values) => {
      // Several statements in one text are answered with several results.
      const results = [await pool.query(text, values)].flat();
      return { rows: results.flatMap((result) => result.rows) };
    },
  };
}

/** Runs one statement of the package in a transaction. */
export async function runQuery(tx: Tx, query: CompiledQuery): Promise<{ rows: unknown[] }> {
  const { rows } = await tx.executeQuery(query);
  return { rows };
}
