import type { Database } from '../database/index.ts';

const LOOK_EVERY_MS = 500;
/** The event loop came so late to what was due, or people without any connection to the database wait so long for one. */
const LATE_MS = 1000;
const UNSERVED_MS = 3000;
/** For so long without so much as a break: then the process does not serve. And for so long well: then it does again. */
const OVERLOADED_MS = 5000;
const CALM_MS = 3000;

/** What was seen at one moment. */
export type LoadSample = { readonly at: number; readonly lateMs: number; readonly unservedMs: number };

/** Judges samples, which come about twice a second, in the order of time; `at` is in milliseconds. */
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
 * Knows whether this process serves: false once its event loop was late, or people were not served by the database, for
 * five seconds. Not while the database is away, where nobody waits (ADR 34). `isOverloaded` is told by `/health`.
 */
export function watchLoad(database: Pick<Database, 'waiting'>) {
  const judge = createLoadJudge();
  let due = performance.now() + LOOK_EVERY_MS;
  const timer = setInterval(() => {
    const at = performance.now();
    const lateMs = Math.max(0, at - due);
    due = at + LOOK_EVERY_MS;
    judge.note({ at, lateMs, unservedMs: database.waiting().unservedMs });
  }, LOOK_EVERY_MS).unref();
  return {
    isOverloaded: judge.isOverloaded,
    stop: () => clearInterval(timer),
  };
}
