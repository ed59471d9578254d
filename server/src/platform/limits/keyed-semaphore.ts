import { createSemaphore, type Semaphore } from './semaphore.ts';

/** Limits concurrent work for each key, such as an id of a row that all of it locks. */
export type KeyedSemaphore = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates semaphores by key, as `createSemaphore` does; a key without work takes no memory. */
export function createKeyedSemaphore(limits: { atOnce: number; waiting: number }): KeyedSemaphore {
  const byKey = new Map<string, { readonly enter: Semaphore; work: number }>();
  return async (key, work) => {
    const own = byKey.get(key) ?? { enter: createSemaphore(limits), work: 0 };
    byKey.set(key, own);
    own.work += 1;
    try {
      return await own.enter(work);
    } finally {
      own.work -= 1;
      if (own.work === 0) byKey.delete(key);
    }
  };
}
