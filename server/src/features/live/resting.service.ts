/** Creates a table of keys that were used within an interval, for senders that send each at most once in it. */
export function createResting(intervalMs: number) {
  const used = new Map<string, number>();
  const untilReady = (key: string): number =>
    Math.max(0, (used.get(key) ?? -Infinity) + intervalMs - performance.now());
  return {
    note: (key: string) => void used.set(key, performance.now()),
    isReady: (key: string) => untilReady(key) === 0,
    /** Milliseconds until the first of the keys is ready. */
    untilReady: (keys: readonly string[]) => Math.min(...keys.map(untilReady)),
    /** Removes keys that are ready anyway. */
    forget(): void {
      for (const key of used.keys()) if (untilReady(key) === 0) used.delete(key);
    },
  };
}
