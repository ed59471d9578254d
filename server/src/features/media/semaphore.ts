/** Lets few pieces of work run at once and few more wait. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** More work waits already than may wait. */
export class SemaphoreFullError extends Error {
  override name = 'SemaphoreFullError';
}

/** Makes a semaphore; work that comes when `waiting` pieces wait already is refused with `SemaphoreFullError`. */
export function createSemaphore({ atOnce, waiting }: { atOnce: number; waiting: number }): Semaphore {
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
      if (queue.length >= waiting) throw new SemaphoreFullError('too much is waiting');
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
