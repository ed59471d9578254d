import { setTimeout as delay } from 'node:timers/promises';

/** How long a call waits for the result of another call's probe. */
const PROBE_WAIT_MS = 1_000;

/**
 * Tracks the availability of a service. While it is unavailable, one call with a time limit probes it and the others
 * fail at once, so that nothing piles up. Calls without a limit always run. `onChange` is called on each change.
 */
export function createStoreHealth(
  away: () => Error,
  onChange: (isUnavailable: boolean) => void = () => undefined,
) {
  let isUnavailable = false;
  let answeredAt = -Infinity;
  let probe: Promise<void> | undefined;

  const change = (now: boolean) => {
    if (isUnavailable === now) return;
    isUnavailable = now;
    onChange(now);
  };

  /**
   * Runs a call that reports each response with `noteAnswer`. Failing without any response since its start marks the
   * service as unavailable.
   */
  async function watch<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } catch (error) {
      // Other calls got a response meanwhile, so the service is available.
      if (answeredAt < startedAt) change(true);
      throw error;
    }
  }

  return {
    noteAnswer(): void {
      change(false);
      answeredAt = performance.now();
    },
    /** Throws `away()` instead of running a call with a time limit while the service is unavailable. */
    async run<T>(isHurried: boolean, work: () => Promise<T>): Promise<T> {
      if (!isUnavailable || !isHurried) return watch(work);
      if (probe) {
        const timeout = new AbortController();
        const pause = delay(PROBE_WAIT_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
        await Promise.race([probe, pause]);
        timeout.abort();
        if (isUnavailable) throw away();
        return watch(work);
      }
      const running = watch(work);
      probe = running.then(
        () => undefined,
        () => undefined,
      );
      try {
        return await running;
      } finally {
        probe = undefined;
      }
    },
  };
}
