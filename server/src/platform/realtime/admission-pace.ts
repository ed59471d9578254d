import { performance, type EventLoopUtilization } from 'node:perf_hooks';

/** Concurrent admissions of a node with time to spare, and of one without: everybody gets in. */
export const MOST_CONCURRENT = 24;
export const FEWEST_CONCURRENT = 4;

/** Shares of the time in which the event loop is busy: above the first there are fewer admissions, below the second more. */
const BUSY = 0.9;
const CALM = 0.8;
/** One more or one fewer after each window. */
export const WINDOW_MS = 100;

/** Admissions per second before any was measured: an admission takes about 2 ms of a node's CPU. */
const ASSUMED_PER_SECOND = 300;
/** Clients are told to come back too early rather than too late: too early they wait here, too late the node waits for them. */
const LEAST_PER_SECOND = 200;
/** The first windows are not measured: clients are still opening connections then. */
const FIRST_WINDOWS = 10;
/** Weight of the newest window in the rate: about a second is remembered. */
const NEWEST_WEIGHT = 0.15;

type Options = {
  /** Returns the share of the time since the last call in which the event loop was busy; by default that of this process. */
  readonly utilization?: () => number;
};

/**
 * Decides how many admissions run at once, by how busy the node is: messages come first, admissions get what they
 * leave (CL-07). Also knows how many were admitted per second lately.
 */
export function createAdmissionPace({ utilization = measureUtilization() }: Options = {}) {
  let concurrent = MOST_CONCURRENT;
  let perSecond = ASSUMED_PER_SECOND;
  let admitted = 0;
  let windows = 0;
  let windowStart = performance.now();

  return {
    concurrent: () => concurrent,
    perSecond: () => perSecond,
    /** Call it after each admission. */
    countAdmission: () => {
      admitted += 1;
    },
    /** Begins a window, when clients begin to wait. What came before is not counted. */
    start: () => {
      admitted = 0;
      windows = 0;
      windowStart = performance.now();
      utilization();
    },
    /** Ends a window in which clients waited throughout. */
    endWindow: () => {
      const now = performance.now();
      const rate = (admitted * 1000) / Math.max(1, now - windowStart);
      windows += 1;
      if (windows > FIRST_WINDOWS)
        perSecond = Math.max(LEAST_PER_SECOND, perSecond + NEWEST_WEIGHT * (rate - perSecond));
      admitted = 0;
      windowStart = now;
      const busy = utilization();
      if (busy > BUSY) concurrent = Math.max(FEWEST_CONCURRENT, concurrent - 1);
      else if (busy < CALM) concurrent = Math.min(MOST_CONCURRENT, concurrent + 1);
    },
  };
}

function measureUtilization(): () => number {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, last);
    last = current;
    return utilization;
  };
}
