import type { Database } from '../database/index.ts';

const SAMPLE_INTERVAL_MS = 500;
/** Thresholds: delay of the event loop, and wait of a user who has no database connection. */
const LATE_MS = 1000;
const UNSERVED_MS = 3000;
/** After this long above a threshold the node is overloaded. After this long below, it has recovered. */
const OVERLOADED_MS = 5000;
const CALM_MS = 3000;

/** One measurement. */
export type LoadSample = { readonly at: number; readonly lateMs: number; readonly unservedMs: number };

/** Creates the judge of samples. They arrive about twice a second, in order; `at` is in milliseconds. */
export function createLoadJudge() {
  let busySince: number | undefined;
  let lastBusy = -Infinity;
  return {
    note({ at, lateMs, unservedMs }: LoadSample): void {
      if (lateMs >= LATE_MS || unservedMs >= UNSERVED_MS) {
        busySince ??= at;
        lastBusy = at;
      } else if (at - lastBusy >= CALM_MS) busySince = undefined;
    },
    isOverloaded: (): boolean => busySince !== undefined && lastBusy - busySince >= OVERLOADED_MS,
  };
}

/**
 * Detects overload: the event loop was late, or users waited for the database, for five seconds. Not while the
 * database is unavailable, when requests fail instead of waiting (ADR 34). `/health` reports `isOverloaded`.
 */
export function watchLoad(database: Pick<Database, 'waiting'>) {
  const judge = createLoadJudge();
  let due = performance.now() + SAMPLE_INTERVAL_MS;
  const timer = setInterval(() => {
    const at = performance.now();
    const lateMs = Math.max(0, at - due);
    due = at + SAMPLE_INTERVAL_MS;
    judge.note({ at, lateMs, unservedMs: database.waiting().unservedMs });
  }, SAMPLE_INTERVAL_MS).unref();
  return {
    isOverloaded: judge.isOverloaded,
    stop: () => clearInterval(timer),
  };
}
