import { setTimeout as delay } from 'node:timers/promises';

/** So long somebody waits for what another call finds out about a store that was away. */
const GLANCE_MS = 1_000;

/**
 * What is known of whether a service answers. While it does not, one hurried call at a time asks again and the others
 * are refused at once: none of them waits for its own time to run out, and nothing piles up. Patient calls always ask.
 * `onChange` is told when it goes away and when it is back.
 */
export function createStoreHealth(
  away: () => Error,
  onChange: (isUnavailable: boolean) => void = () => undefined,
) {
  let isUnavailable = false;
  let answeredAt = -Infinity;
  let asking: Promise<void> | undefined;

  const change = (now: boolean) => {
    if (isUnavailable === now) return;
    isUnavailable = now;
    onChange(now);
  };

  /** Runs a call that tells `noteAnswer` of each answer; one that fails without any since it began says: away. */
  async function watch<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } catch (error) {
      // Others that were answered meanwhile know better.
      if (answeredAt < begun) change(true);
      throw error;
    }
  }

  return {
    noteAnswer(): void {
      change(false);
      answeredAt = performance.now();
    },
    /** Throws `away()` instead of running a hurried call that would wait for nothing. */
    async run<T>(isHurried: boolean, work: () => Promise<T>): Promise<T> {
      if (!isUnavailable || !isHurried) return watch(work);
      if (asking) {
        const glance = new AbortController();
        const pause = delay(GLANCE_MS, undefined, { signal: glance.signal }).catch(() => undefined);
        await Promise.race([asking, pause]);
        glance.abort();
        if (isUnavailable) throw away();
        return watch(work);
      }
      const asked = watch(work);
      asking = asked.then(
        () => undefined,
        () => undefined,
      );
      try {
        return await asked;
      } finally {
        asking = undefined;
      }
    },
  };
}
