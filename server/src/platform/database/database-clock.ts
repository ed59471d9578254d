import type { Logger } from 'pino';
import type pg from 'pg';

const MEASURE_EVERY_MS = 30_000;
/** An answer that took longer says too little about the moment. */
const MOST_MS = 1_000;
/** From here on a machine's clock is wrong enough to be told. */
const TELL_FROM_MS = 5_000;

/** The time of all nodes of an installation. */
export type DatabaseClock = {
  /** The database's time, as this node knows it; the machine's own until `keep` was called. */
  readonly now: () => Date;
  /** Measures the database's time, now and again and again. */
  readonly keep: () => Promise<void>;
  readonly stop: () => void;
};

/**
 * Machines' clocks differ, and jump. What is stored with the database's time and what nodes tell each other (tokens,
 * links, ends of suspensions) is judged by one clock: the database's, carried on by a counter that no setting of the
 * machine's clock moves.
 */
export function createDatabaseClock(pool: pg.Pool, logger: Logger): DatabaseClock {
  let base: { readonly time: number; readonly counter: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isTold = false;

  async function measure(): Promise<void> {
    const before = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const [row] = rows;
    const took = performance.now() - before;
    if (!row || (base && took > MOST_MS)) return;
    // The answer is from the middle of the time that it took, as far as one can tell.
    base = { time: row.ms, counter: before + took / 2 };
    const aheadMs = Math.round(Date.now() - now().getTime());
    const isWrong = Math.abs(aheadMs) > TELL_FROM_MS;
    if (isWrong && !isTold) logger.warn({ aheadMs }, "this machine's clock differs from the database's");
    isTold = isWrong;
  }

  const again = () => {
    measure().catch((error: unknown) => logger.warn({ err: error }, 'the time could not be asked for'));
  };
  const now = () => (base ? new Date(base.time + performance.now() - base.counter) : new Date());

  return {
    now,
    keep: async () => {
      timer ??= setInterval(again, MEASURE_EVERY_MS).unref();
      await measure();
    },
    stop: () => clearInterval(timer),
  };
}
