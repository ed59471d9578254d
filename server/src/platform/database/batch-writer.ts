import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { isTransient } from './database-unavailable.ts';
import type { Database, Tx } from './database.types.ts';

/** Default limits: commands per transaction, and commands in the queue. */
const BATCH_COMMANDS = 250;
const WAITING_COMMANDS = 10_000;

/** Thrown when the queue is full. The command can be retried later. */
export class BatchWriterFullError extends Error {
  override readonly name = 'BatchWriterFullError';

  constructor() {
    super('Too many commands wait for their transaction.');
  }
}

type Options<Command, Result> = {
  readonly database: Pick<Database, 'transaction' | 'assertWritable'>;
  /**
   * Processes a batch and returns one result for each command, in order. A refusal is a result: an exception rolls
   * the whole batch back. May be called again with the same commands.
   */
  readonly execute: (tx: Tx, commands: readonly Command[]) => Promise<readonly Result[]>;
  readonly maxBatch?: number;
  readonly maxWaiting?: number;
};

type Entry<Command, Result> = {
  readonly command: Command;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/** Groups commands into shared transactions. */
export type BatchWriter<Command, Result> = {
  /**
   * Resolves once the command is committed. Rejects with the error of the rollback, `BatchWriterFullError` or
   * `StorageFullError`.
   */
  readonly submit: (command: Command) => Promise<Result>;
  /** Resolves when the queue is empty. */
  readonly idle: () => Promise<void>;
};

/**
 * Group commit: commands that arrive while a transaction runs share the next one. There is no timer: on an idle server
 * a command gets its own transaction immediately. When the database rejects a batch, its commands run one by one, so
 * that only the faulty one fails.
 */
export function createBatchWriter<Command, Result>(
  options: Options<Command, Result>,
): BatchWriter<Command, Result> {
  const { database, execute, maxBatch = BATCH_COMMANDS, maxWaiting = WAITING_COMMANDS } = options;
  // The loop must not inherit the async context (transaction, request) of the command that starts it.
  const runOutsideContext = AsyncLocalStorage.snapshot();
  const waiting: Entry<Command, Result>[] = [];
  let running: Promise<void> | undefined;

  async function commit(entries: readonly Entry<Command, Result>[]): Promise<void> {
    try {
      database.assertWritable();
      const commands = entries.map(({ command }) => command);
      const results = await database.transaction((tx) => execute(tx, commands));
      for (const [index, result] of results.entries()) entries[index]?.resolve(result);
      // No effect on promises that are already resolved.
      for (const { reject } of entries) reject(new Error('A command of a batch was answered nothing.'));
    } catch (error) {
      // A failure that no command caused would only repeat for each of them.
      const isCausedByCommand = error instanceof pg.DatabaseError && !isTransient(error);
      if (entries.length > 1 && isCausedByCommand) for (const entry of entries) await commit([entry]);
      else for (const { reject } of entries) reject(error);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn(); // collects the commands that arrive in this turn of the event loop
      await commit(waiting.splice(0, maxBatch));
    }
    running = undefined;
  }

  return {
    submit: (command) => {
      if (waiting.length >= maxWaiting) return Promise.reject(new BatchWriterFullError());
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      waiting.push({ command, resolve, reject });
      running ??= runOutsideContext(run);
      return promise;
    },
    idle: async () => {
      await running;
    },
  };
}
