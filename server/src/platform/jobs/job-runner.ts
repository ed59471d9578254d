import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { JOB_EXPIRES_SECONDS } from './job-store.settings.ts';
import type { JobStore, QueueDeclaration, TakenJob } from './job-store.ts';

const POLL_INTERVAL_MS = 2_000;
const RUNNING_AT_ONCE_PER_QUEUE = 4;
/** Heartbeats that may be lost or late before a job counts as lost. */
const HEARTBEATS_PER_TIMEOUT = 4;

/** A queue with its handler. `run` is a method, so that each handler may have its own payload type. */
export type Worker = QueueDeclaration & {
  /** Concurrent jobs on this node. */
  readonly atOnce?: number | undefined;
  run(payload: unknown): Promise<void>;
};

type RunningJob = { name: string; job: TakenJob; done: Promise<void> };

/** Takes due jobs and runs them: with one poll for all queues, and immediately after a local `wake`. */
export class JobRunner {
  readonly #store: JobStore;
  readonly #workers: ReadonlyMap<string, Worker>;
  readonly #logger: Logger;
  readonly #running = new Set<RunningJob>();
  readonly #stopGraceMs: number;
  #polling: Promise<void> | undefined;
  #stopping = false;
  #woken = false;
  #endPause: (() => void) | undefined;

  constructor(store: JobStore, workers: ReadonlyMap<string, Worker>, logger: Logger, stopGraceMs: number) {
    this.#store = store;
    this.#workers = workers;
    this.#logger = logger;
    this.#stopGraceMs = stopGraceMs;
  }

  start(): void {
    this.#stopping = false;
    this.#polling ??= this.#poll();
  }

  /** Checks for due jobs now instead of at the next poll. */
  wake(): void {
    this.#woken = true;
    this.#endPause?.();
  }

  /** Stops taking jobs, waits for running ones, and returns unfinished ones to the queue. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#polling;
    this.#polling = undefined;
    const finished = Promise.all([...this.#running].map((running) => running.done));
    const deadline = new AbortController();
    await Promise.race([
      finished,
      delay(this.#stopGraceMs, undefined, { signal: deadline.signal }).catch(() => {}),
    ]);
    deadline.abort();
    for (const running of this.#running) {
      this.#running.delete(running);
      await this.#store.fail(running.name, running.job, 'The server stopped before the job was done.');
    }
  }

  /** Runs all due jobs, and those that become due meanwhile, then returns. */
  async runPending(): Promise<void> {
    while ((await this.#takeDue()) > 0 || this.#running.size > 0) {
      await Promise.all([...this.#running].map((running) => running.done));
    }
  }

  async #poll(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      try {
        await this.#takeDue();
      } catch (error) {
        this.#logger.error({ err: error }, 'due jobs could not be taken');
      }
      await this.#pause();
    }
  }

  #pause(): Promise<void> {
    if (this.#woken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_INTERVAL_MS);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Starts due jobs up to the limit of each queue. Returns how many. */
  async #takeDue(): Promise<number> {
    let taken = 0;
    for (const name of await this.#store.due([...this.#workers.keys()])) {
      const worker = this.#workers.get(name);
      const busy = [...this.#running].filter((running) => running.name === name).length;
      const free = (worker?.atOnce ?? RUNNING_AT_ONCE_PER_QUEUE) - busy;
      if (!worker || free <= 0) continue;
      const jobs = await this.#store.take(name, free);
      for (const job of jobs) this.#begin(worker, job);
      taken += jobs.length;
    }
    return taken;
  }

  #begin(worker: Worker, job: TakenJob): void {
    const running: RunningJob = { name: worker.name, job, done: Promise.resolve() };
    this.#running.add(running);
    running.done = this.#run(worker, running).finally(() => {
      this.#running.delete(running);
      this.wake();
    });
  }

  async #run(worker: Worker, running: RunningJob): Promise<void> {
    const { name, job } = running;
    try {
      const failure = await this.#outcome(worker, job);
      // A job that was returned to the queue at the end of the grace period must not be settled here.
      if (!this.#running.has(running)) return;
      if (failure === undefined) await this.#store.complete(name, job);
      else await this.#store.fail(name, job, failure);
    } catch (error) {
      this.#logger.error({ err: error, job: name, id: job.id }, 'a job could not be settled');
    }
  }

  /** Returns why the job failed; undefined when it succeeded. */
  async #outcome(worker: Worker, job: TakenJob): Promise<string | undefined> {
    const expired = new AbortController();
    const expiry = delay(JOB_EXPIRES_SECONDS * 1_000, 'The job took too long.', { signal: expired.signal });
    const heartbeats = this.#sendHeartbeats(worker.name, job);
    try {
      return await Promise.race([worker.run(job.data?.payload).then(() => undefined), expiry]);
    } catch (error) {
      this.#logger.warn({ err: error, job: worker.name, id: job.id }, 'a job failed');
      return error instanceof Error ? error.message : String(error);
    } finally {
      clearInterval(heartbeats);
      expired.abort();
      expiry.catch(() => {});
    }
  }

  /** Sends heartbeats so that other nodes don't treat the job as lost. Only where other nodes may exist. */
  #sendHeartbeats(name: string, job: TakenJob): NodeJS.Timeout | undefined {
    if (!job.heartbeatSeconds) return undefined;
    const give = () => {
      this.#store.keep(name, job).catch((error: unknown) => {
        this.#logger.warn({ err: error, job: name, id: job.id }, 'a job gave no sign of life');
      });
    };
    return setInterval(give, (job.heartbeatSeconds * 1_000) / HEARTBEATS_PER_TIMEOUT);
  }
}
