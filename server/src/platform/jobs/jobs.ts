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

/** Start time and deduplication of a job. */
export type EnqueueOptions = {
  startAfterSeconds?: number;
  /** While a job with this name and key waits, another one is not stored. */
  key?: string;
};

/** Retries of a failed job with growing delays (default 5), and concurrent jobs on a node (default 4). */
export type HandleOptions = { retries?: number; atOnce?: number };

/** Work that runs after a command, exactly once or until its retries are exhausted. */
export type Jobs = {
  /** Stores the job in the same transaction as the command's rows. It runs only after the commit. */
  enqueue<N extends keyof JobPayloads>(
    tx: Tx,
    name: N,
    payload: JobPayloads[N],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Deletes the jobs of a name whose payload contains these values, waiting or done, in the transaction. */
  forget<N extends keyof JobPayloads>(tx: Tx, name: N, payload: Partial<JobPayloads[N]>): Promise<void>;
  /**
   * Registers the handler of a name. Call it before `start`. A handler may run twice for the same job after a crash.
   */
  handle<N extends keyof JobPayloads>(
    name: N,
    handler: (payload: JobPayloads[N]) => Promise<void>,
    options?: HandleOptions,
  ): void;
  /** Runs the handler on a cron schedule in UTC, on one node each time. Call it before `start`. */
  every(name: string, cron: string, handler: () => Promise<void>): void;
  /** Installs missing tables and starts to run jobs. Several nodes may start concurrently. */
  start(): Promise<void>;
  /** In place of `start` in a process that only enqueues: installs missing tables and declares the queues (CL-06). */
  open(): Promise<void>;
  /** Stops the runner. Running jobs finish or return to the queue. */
  stop(): Promise<void>;
  /** For tests, without `start`: runs all due jobs, then returns. */
  runPending(): Promise<void>;
};

/** Creates the job queue of a database. The job tables must exist (`start` or `installJobs` creates them). */
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
    open: () => store.open([...workers.values()]),
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
