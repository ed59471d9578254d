import type { Logger } from 'pino';

/** Delay before a retry after a database error. */
const RETRY_MS = 2000;

/** What one run has to do. */
export type Batch = {
  /** Users whose first connection opened or whose last one closed. */
  readonly userIds: readonly number[];
  readonly isRenewalDue: boolean;
  /** The run before this one failed. */
  readonly isAfterFailure: boolean;
  /** Whether the next renewal is due already: a long run ends then. */
  readonly isNextDue: () => boolean;
};

/**
 * Runs one batch at a time; users and renewals that arrive meanwhile form the next batch. A failed batch is retried
 * with a renewal after `RETRY_MS`; consecutive failures are logged once.
 */
export function createBatchRunner(logger: Logger, run: (batch: Batch) => Promise<void>) {
  let waiting = new Set<number>();
  let isRenewalDue = false;
  let isWoken = false;
  let isFailing = false;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  async function loop(): Promise<void> {
    while (waiting.size > 0 || isRenewalDue || isWoken) {
      const [userIds, renewal] = [[...waiting], isRenewalDue];
      waiting = new Set();
      isRenewalDue = false;
      isWoken = false;
      try {
        await run({
          userIds,
          isRenewalDue: renewal,
          isAfterFailure: isFailing,
          isNextDue: () => isRenewalDue,
        });
        if (renewal) isFailing = false;
      } catch (error) {
        if (!isFailing) logger.error({ err: error }, 'presence could not be stored');
        isFailing = true;
        retryLater(userIds);
        break;
      }
    }
    running = undefined;
  }

  /** Retries with a renewal, except after closing: then the lease of this node lapses. */
  function retryLater(userIds: readonly number[]): void {
    if (isClosed) return;
    for (const userId of userIds) waiting.add(userId);
    clearTimeout(retry);
    retry = setTimeout(renew, RETRY_MS).unref();
  }

  function renew(): void {
    isRenewalDue = true;
    running ??= loop();
  }

  return {
    add: (userIds: readonly number[]) => {
      for (const userId of userIds) waiting.add(userId);
      if (waiting.size > 0) running ??= loop();
    },
    /** Starts a run for a change that concerns no connection. */
    wake: () => {
      isWoken = true;
      running ??= loop();
    },
    renew,
    close: () => {
      isClosed = true;
      clearTimeout(retry);
    },
    settled: async () => {
      await running;
    },
  };
}
