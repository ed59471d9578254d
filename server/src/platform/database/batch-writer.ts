import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { isPassing } from './database-unavailable.ts';
import type { Database, Tx } from './database.types.ts';

/** Most commands in one transaction, and most that may wait for theirs, unless told. */
const BATCH_COMMANDS = 250;
const WAITING_COMMANDS = 10_000;

/** More commands wait than are taken; the same one may be tried again later. */
export class BatchWriterFullError extends Error {
  override readonly name = 'BatchWriterFullError';

  constructor() {
    super('Too many commands wait for their transaction.');
  }
}

type Options<Command, Result> = {
  readonly database: Pick<Database, 'transaction' | 'assertWritable'>;
  /**
   * Carries commands out together and answers one result for each, in their order. What is refused is a result: whatever
   * is thrown undoes all of them. May be called again for the same commands.
   */
  readonly carryOut: (tx: Tx, commands: readonly Command[]) => Promise<readonly Result[]>;
  readonly maxBatch?: number;
  readonly maxWaiting?: number;
};

type Entry<Command, Result> = {
  readonly command: Command;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/** Commands that share transactions. */
export type BatchWriter<Command, Result> = {
  /** Answers once the command is committed. Rejects with what undid it, `BatchWriterFullError` or `StorageFullError`. */
  readonly submit: (command: Command) => Promise<Result>;
  /** Resolves when nothing waits. */
  readonly idle: () => Promise<void>;
};

/**
 * Natural group commit: while one transaction is under way, what arrives waits together and shares the next one. No
 * timer: at calm a command has a transaction of its own at once. What the database refuses as a batch is carried out one
 * by one, so that a command fails for itself alone.
 */
export function createBatchWriter<Command, Result>(
  options: Options<Command, Result>,
): BatchWriter<Command, Result> {
  const { database, carryOut, maxBatch = BATCH_COMMANDS, maxWaiting = WAITING_COMMANDS } = options;
  // The loop must not live in the transaction or request of the command that happens to start it.
  const outside = AsyncLocalStorage.snapshot();
  const waiting: Entry<Command, Result>[] = [];
  let running: Promise<void> | undefined;

  async function commit(entries: readonly Entry<Command, Result>[]): Promise<void> {
    try {
      database.assertWritable();
      const commands = entries.map(({ command }) => command);
      const results = await database.transaction((tx) => carryOut(tx, commands));
      for (const [index, result] of results.entries()) entries[index]?.resolve(result);
      // Does nothing to those that have their result.
      for (const { reject } of entries) reject(new Error('A command of a batch was answered nothing.'));
    } catch (error) {
      // What has nothing to do with any of them would only fail again for each, one after the other.
      const isOneOfThem = error instanceof pg.DatabaseError && !isPassing(error);
      if (entries.length > 1 && isOneOfThem) for (const entry of entries) await commit([entry]);
      else for (const { reject } of entries) reject(error);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn(); // what arrived in this turn of the event loop goes along
      await commit(waiting.splice(0, maxBatch));
    }
    running = undefined;
  }

  return {
    submit: (command) => {
      if (waiting.length >= maxWaiting) return Promise.reject(new BatchWriterFullError());
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      waiting.push({ command, resolve, reject });
      running ??= outside(run);
      return promise;
    },
    idle: async () => {
      await running;
    },
  };
}
