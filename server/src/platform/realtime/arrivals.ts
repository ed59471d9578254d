import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { CallSemaphore } from '../limits/call-semaphore.ts';
import { createAdmissionPace, MOST_CONCURRENT, WINDOW_MS } from './admission-pace.ts';
import { createOpeningQueue } from './opening-queue.ts';

const ADMISSIONS_PER_USER = 2;
/**
 * A slower admission mostly waits for the database, which answers all that wait with one query. The next ones begin then, so that a
 * node admits 100 a second however busy everything is.
 */
const WORK_MS = 40;
/**
 * Open connections that are not admitted yet: many more than are admitted while a client answers from far away, so that those who open
 * connections and never ask for admission delay others little.
 */
const OPENING = 500;
/** A client that would wait longer is told to come back, because clients give up after 20 s (GC-43). */
const LONGEST_WAIT_MS = 12_000;
/** About 10 KiB of memory for each. */
const MOST_WAITING = 5000;
/** The earliest and the latest time at which a client is told to come back. */
const SOONEST_RETURN_MS = 1000;
const LATEST_RETURN_MS = 60_000;
const JITTER_MS = 1000;

/** Limits of {@link createArrivals}; other ones are for tests. */
export type ArrivalLimits = {
  readonly opening?: number;
  readonly mostWaiting?: number;
  /** Returns the share of the time in which the event loop was busy since the last call. */
  readonly utilization?: () => number;
};

/** Clients that want to connect to this node, of all endpoints. */
export type Arrivals = ReturnType<typeof createArrivals>;

/**
 * Lets clients in as fast as the node can without delaying messages (CL-07): while many come at once, as after the end of
 * another node, they wait in order before their WebSocket opens. When more wait than can be admitted in time, the
 * next ones are told when it will be their turn.
 */
export function createArrivals(limits: ArrivalLimits = {}) {
  const { opening: mostOpening = OPENING, mostWaiting = MOST_WAITING } = limits;
  const pace = createAdmissionPace(limits);
  const semaphore = new CallSemaphore({
    concurrent: MOST_CONCURRENT,
    perUser: ADMISSIONS_PER_USER,
    workMs: WORK_MS,
  });
  const queue = createOpeningQueue((opening) => opening + semaphore.waiting() < mostOpening);
  const returnAfter = new WeakMap<IncomingMessage, number>();
  let promisedAt = 0;
  let postponed = 0;
  let timer: NodeJS.Timeout | undefined;

  const waiting = () => queue.waiting() + semaphore.waiting();
  const expectedWaitMs = () => (waiting() * 1000) / pace.perSecond();

  /**
   * Returns after how many seconds a client is to come back: in the order of arrival, at the rate of admissions, and early enough that
   * the queue of waiting clients does not become empty before.
   */
  function promiseReturn(): number {
    const now = performance.now();
    const soonest = now + Math.max(SOONEST_RETURN_MS, expectedWaitMs() - LONGEST_WAIT_MS / 2);
    promisedAt = Math.max(soonest, promisedAt + 1000 / pace.perSecond());
    const afterMs = Math.min(LATEST_RETURN_MS, promisedAt - now) + randomInt(JITTER_MS);
    return Math.ceil(afterMs / 100) / 10;
  }

  function watch(): void {
    if (timer) return;
    pace.start();
    timer = setInterval(endWindow, WINDOW_MS).unref();
  }

  function endWindow(): void {
    if (waiting() > 0) {
      pace.endWindow();
      semaphore.resize(pace.concurrent());
    } else if (queue.isIdle()) {
      clearInterval(timer);
      timer = undefined;
    }
    queue.proceed();
  }

  return {
    /** Calls `open` when the connection of the request may open. */
    enter: (request: IncomingMessage, open: () => void): void => {
      const isPostponed = queue.waiting() >= mostWaiting || expectedWaitMs() > LONGEST_WAIT_MS;
      if (isPostponed) {
        returnAfter.set(request, promiseReturn());
        postponed += 1;
      }
      queue.add({ request, open }, { isPostponed });
      watch();
    },
    /** Returns after how many seconds the client of an open connection is to come back; undefined if it may be admitted. */
    returnAfter: (request: IncomingMessage | undefined): number | undefined =>
      request && returnAfter.get(request),
    /** Resolves when it is this user's turn, with a function that releases the turn. Throws `rate_limited`. */
    acquire: async (person: string): Promise<() => void> => {
      const release = await semaphore.acquire(person);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        release();
        pace.countAdmission();
        queue.proceed();
      };
    },
    /** The connection of a request waits for its user's turn from now on, or was refused. */
    settle: (request: IncomingMessage | undefined): void => {
      if (request) queue.settle(request);
    },
    /** Clients who wait now, and the number of those who were told to come back. */
    counts: () => ({ waiting: waiting(), postponed }),
    /** Lets all who wait go on: their endpoint refuses them, so that they go to another node. */
    close: (): void => {
      clearInterval(timer);
      queue.close();
    },
  };
}
