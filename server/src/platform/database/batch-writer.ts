import { createBatchQueue } from './batch-queue.ts';
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
  const queue = createBatchQueue<Command, Result>({
    process: async (commands) => {
      database.assertWritable();
      return database.transaction((tx) => execute(tx, commands));
    },
    maxBatch,
  });
  return {
    submit: (command) =>
      queue.waiting() >= maxWaiting ? Promise.reject(new BatchWriterFullError()) : queue.add(command),
    idle: queue.idle,
  };
}
