import type { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { ConstructorOptions, Db } from 'pg-boss';
import type { Database, Tx } from '../database/index.ts';

/** A job that runs longer counts as lost, whether its process lives or not, and is tried again. */
export const JOB_EXPIRES_SECONDS = 300;

/**
 * Where several nodes share the queue, a running job is known to be alive by a sign that its node gives again and again;
 * one that was silent for so long was lost with its process. The embedded engine has one process: what is running when
 * that starts was lost before.
 */
const SILENT_SECONDS = 20;
/** How often lost jobs are looked for. */
const LOOK_SECONDS = 15;

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
  postgres: { ...COMMON, superviseIntervalSeconds: LOOK_SECONDS, monitorIntervalSeconds: LOOK_SECONDS },
};

/** After how many silent seconds a running job counts as lost; null where nobody else would take it. */
export const silentSecondsOf = (engine: Database['engine']): number | null =>
  engine === 'postgres' ? SILENT_SECONDS : null;

/** Settings of every queue. */
export function queueOptions(retries: number, silentSeconds: number | null) {
  return {
    ...(silentSeconds !== null && { heartbeatSeconds: silentSeconds }),
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
