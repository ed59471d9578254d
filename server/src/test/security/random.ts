/** Creates a seeded random generator, so that a run can be repeated. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0 to 1, exclusive (mulberry32). */
  function next(): number {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    /** An integer from 0 to `below`, exclusive. */
    below: (below: number): number => Math.floor(next() * below),
    happens: (probability: number): boolean => next() < probability,
    /** A random element; throws for an empty list. */
    one<T>(list: readonly T[]): T {
      const index = Math.floor(next() * list.length);
      if (index >= list.length) throw new Error('nothing to choose from');
      return list[index] as T;
    },
  };
}

export type Random = ReturnType<typeof createRandom>;
