import type { Logger } from 'pino';
import { afterCommit } from '../database/index.ts';
import type { Database, Tx } from '../database/index.ts';
import { JobRunner } from './job-runner.ts';
import type { Worker } from './job-runner.ts';
import { JobStore } from './job-store.ts';
import type { JobPayloads } from './payloads.ts';

const DEFAULT_RETRIES = 5;
/** How long `stop` waits for running jobs. */
const STOP_GRACE_MS = 10_000;

/** When a job runs, and what it replaces. */
export type EnqueueOptions = {
  startAfterSeconds?: number;
  /** While a job of this name and key waits, another one is not stored. */
  key?: string;
};

/** How often a failed job is tried again (5 unless told), with growing pauses; how many run at once on a node (4). */
export type HandleOptions = { retries?: number; atOnce?: number };

/** Work that happens after a command, exactly once or until its retries are used up. */
export type Jobs = {
  /** Stores the job in the same transaction as the command's rows; it runs only after the commit. */
  enqueue<N extends keyof JobPayloads>(
    tx: Tx,
    name: N,
    payload: JobPayloads[N],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Forgets the jobs of a name that have this in their payload, waiting or done, with the transaction. */
  forget<N extends keyof JobPayloads>(tx: Tx, name: N, payload: Partial<JobPayloads[N]>): Promise<void>;
  /** Says what runs the jobs of a name; call it before `start`. A handler may see a job twice after a crash. */
  handle<N extends keyof JobPayloads>(
    name: N,
    handler: (payload: JobPayloads[N]) => Promise<void>,
    options?: HandleOptions,
  ): void;
  /** Runs the handler on a cron schedule in UTC, on one node each time; call it before `start`. */
  every(name: string, cron: string, handler: () => Promise<void>): void;
  /** Installs what is missing and begins to run jobs. Several nodes may start at once. */
  start(): Promise<void>;
  /** Running jobs finish or go back to the queue. */
  stop(): Promise<void>;
  /** For tests, without `start`: runs all that is due now and returns when it is done. */
  runPending(): Promise<void>;
};

/** Makes the job queue of a database whose job tables exist (`start` or `installJobs` makes them). */
export function createJobs(
  database: Database,
  logger: Logger,
  { stopGraceMs = STOP_GRACE_MS }: { stopGraceMs?: number } = {},
): Jobs {
  const store = new JobStore(database, logger);
  const workers = new Map<string, Worker>();
  const runner = new JobRunner(store, workers, logger, stopGraceMs);
  const register = (worker: Worker) => {
    if (workers.has(worker.name)) throw new Error(`The job ${worker.name} has a handler already.`);
    workers.set(worker.name, worker);
  };
  return {
    async enqueue(tx, name, payload, options = {}) {
      const queue = workers.get(name) ?? { name, retries: DEFAULT_RETRIES };
      await store.add(tx, queue, payload, options);
      if (!options.startAfterSeconds) afterCommit(tx, () => runner.wake());
    },
    forget: (tx, name, payload) => store.forget(tx, name, payload),
    handle: (name, handler, { retries = DEFAULT_RETRIES, atOnce } = {}) =>
      register({ name, retries, atOnce, run: handler }),
    every: (name, cron, handler) => register({ name, retries: 0, cron, run: handler }),
    async start() {
      await store.start([...workers.values()]);
      runner.start();
    },
    async stop() {
      await runner.stop();
      await store.stop();
    },
    async runPending() {
      await store.declare([...workers.values()]);
      await runner.runPending();
    },
  };
}
