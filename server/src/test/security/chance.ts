/** Seeded chance: the same seed makes the same choices, so a run can be repeated. */
export function createChance(seed: number) {
  let state = seed >>> 0;
  /** From 0 up to 1 (mulberry32). */
  function next(): number {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    /** A whole number from 0 up to `below`. */
    below: (below: number): number => Math.floor(next() * below),
    happens: (probability: number): boolean => next() < probability,
    /** One of a list; throws for an empty one. */
    one<T>(list: readonly T[]): T {
      const index = Math.floor(next() * list.length);
      if (index >= list.length) throw new Error('nothing to choose from');
      return list[index] as T;
    },
  };
}

export type Chance = ReturnType<typeof createChance>;
