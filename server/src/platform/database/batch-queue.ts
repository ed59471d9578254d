import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { isTransient } from './database-unavailable.ts';

type Options<Item, Result> = {
  /** Processes a batch; returns one result for each item, in order. May be called again with the same items after a failure. */
  readonly process: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch: number;
  /** Runs the loop; by default as it is. */
  readonly wrap?: (loop: () => Promise<void>) => Promise<void>;
};

type Entry<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Processes what arrives while a batch is processed in the next batch. There is no timer: on an idle server an item is processed alone
 * and immediately. When the database rejects a batch, its items are processed one by one, so that only the faulty one fails.
 */
export function createBatchQueue<Item, Result>({
  process,
  maxBatch,
  wrap = (loop) => loop(),
}: Options<Item, Result>) {
  // The loop must not inherit the async context (transaction, request) of the item that starts it.
  const runOutsideContext = AsyncLocalStorage.snapshot();
  const waiting: Entry<Item, Result>[] = [];
  let running: Promise<void> | undefined;

  async function settle(entries: readonly Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await process(entries.map(({ item }) => item));
      for (const [index, result] of results.entries()) entries[index]?.resolve(result);
      // No effect on promises that are already resolved.
      for (const { reject } of entries) reject(new Error('A batch returned too few results.'));
    } catch (error) {
      // A failure that no item caused would only repeat for each of them.
      const isCausedByItem = error instanceof pg.DatabaseError && !isTransient(error);
      if (entries.length > 1 && isCausedByItem) for (const entry of entries) await settle([entry]);
      else for (const { reject } of entries) reject(error);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn(); // collects the items that arrive in this turn of the event loop
      await settle(waiting.splice(0, maxBatch));
    }
    running = undefined;
  }

  return {
    /** Resolves with the result of the item. */
    add: (item: Item): Promise<Result> => {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      waiting.push({ item, resolve, reject });
      running ??= runOutsideContext(() => wrap(run));
      return promise;
    },
    waiting: (): number => waiting.length,
    /** Resolves when the queue is empty. */
    idle: async (): Promise<void> => {
      await running;
    },
  };
}
