/** Lets few pieces of work run at once and few more wait. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** More work waits already than may wait. */
export class GateFullError extends Error {
  override name = 'GateFullError';
}

/** Makes a gate; work that comes when `waiting` pieces wait already is refused with `GateFullError`. */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  let running = 0;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    // The place goes straight to the next one, so nobody who comes now gets ahead.
    if (next) next();
    else running -= 1;
  };
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new GateFullError('too much is waiting');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
