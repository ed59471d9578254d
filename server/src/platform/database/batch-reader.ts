import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { runAsActor } from './actors.ts';
import { isTransient } from './database-unavailable.ts';

/** Default limit of keys per query. */
const BATCH_KEYS = 100;

type Options<Key, Value> = {
  /** The name under which the queries get their share of the connections, as one user would (see FairSemaphore). */
  readonly name: string;
  /** Returns one value for each key, in order. */
  readonly read: (keys: readonly Key[]) => Promise<readonly Value[]>;
  readonly maxBatch?: number;
};

type Entry<Key, Value> = {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Reads what many ask for at the same time with one query (CL-07). Keys that arrive while a query runs share the next one, so a key
 * is read alone on an idle server, and with as many others as arrive meanwhile on a busy one. Nothing is kept: each
 * value is read after it was asked for. When the database rejects a batch, its keys are read one by one, so that only
 * the faulty one fails.
 */
export function createBatchReader<Key, Value>(options: Options<Key, Value>): (key: Key) => Promise<Value> {
  const { name, read, maxBatch = BATCH_KEYS } = options;
  // The loop must not inherit the async context (transaction, request) of the call that starts it.
  const runOutsideContext = AsyncLocalStorage.snapshot();
  const waiting: Entry<Key, Value>[] = [];
  let isRunning = false;

  async function answer(entries: readonly Entry<Key, Value>[]): Promise<void> {
    try {
      const values = await read(entries.map(({ key }) => key));
      if (values.length !== entries.length) throw new Error('A batch of reads returned too few values.');
      for (const [index, value] of values.entries()) entries[index]?.resolve(value);
    } catch (error) {
      const isCausedByKey = error instanceof pg.DatabaseError && !isTransient(error);
      if (entries.length > 1 && isCausedByKey) for (const entry of entries) await answer([entry]);
      else for (const { reject } of entries) reject(error);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn(); // collects the keys that arrive in this turn of the event loop
      await answer(waiting.splice(0, maxBatch));
    }
    isRunning = false;
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    waiting.push({ key, resolve, reject });
    if (!isRunning) {
      isRunning = true;
      void runOutsideContext(() => runAsActor({ name }, run));
    }
    return promise;
  };
}
