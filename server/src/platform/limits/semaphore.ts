/** Limits concurrent work and queues the rest. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Thrown when the queue of a semaphore is full. */
export class SemaphoreFullError extends Error {
  override name = 'SemaphoreFullError';
}

/** Creates a semaphore. Work is refused with `SemaphoreFullError` when `waiting` pieces are queued already. */
export function createSemaphore({ atOnce, waiting }: { atOnce: number; waiting: number }): Semaphore {
  let running = 0;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    // The slot is passed on directly, so that new work can't overtake the queue.
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
