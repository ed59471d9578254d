import type { Logger } from 'pino';
import type pg from 'pg';

const CHECKPOINT_INTERVAL_MS = 60_000;
const VACUUM_INTERVAL_MS = 10 * 60_000;

/** Vacuums and checkpoints on a schedule: the embedded engine does neither automatically. */
export type Maintenance = {
  /** Checkpoints now if anything was written since the last time. */
  checkpoint(): Promise<void>;
  /** Vacuums and analyzes now if anything was written since the last time. */
  vacuum(): Promise<void>;
  /** Ends the schedule and waits for running maintenance. */
  stop(): Promise<void>;
};

/** Starts the schedule. A failure is logged and retried at the next interval. */
export function startMaintenance(pool: pg.Pool, logger: Logger): Maintenance {
  let running = Promise.resolve();
  const schedule = (statement: string, intervalMs: number) => {
    const run = whenWritten(pool, logger, statement);
    const enqueue = () => (running = running.then(run));
    const timer = setInterval(enqueue, intervalMs);
    timer.unref();
    return { enqueue, timer };
  };
  const checkpoint = schedule('CHECKPOINT', CHECKPOINT_INTERVAL_MS);
  const vacuum = schedule('VACUUM (ANALYZE)', VACUUM_INTERVAL_MS);
  return {
    checkpoint: checkpoint.enqueue,
    vacuum: vacuum.enqueue,
    stop: () => {
      clearInterval(checkpoint.timer);
      clearInterval(vacuum.timer);
      return running;
    },
  };
}

function whenWritten(pool: pg.Pool, logger: Logger, statement: string): () => Promise<void> {
  let positionAfterLast: string | undefined;
  const position = async () => {
    const { rows } = await pool.query<{ position: string }>('SELECT pg_current_wal_insert_lsn() AS position');
    return rows[0]?.position;
  };
  return async () => {
    try {
      if ((await position()) === positionAfterLast) return;
      await pool.query(statement);
      positionAfterLast = await position();
    } catch (error) {
      logger.error({ err: error, statement }, 'database maintenance failed');
    }
  };
}
