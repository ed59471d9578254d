import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { JOB_EXPIRES_SECONDS } from './job-store.settings.ts';
import type { JobStore, QueueDeclaration, TakenJob } from './job-store.ts';

const POLL_INTERVAL_MS = 2_000;
const RUNNING_AT_ONCE_PER_QUEUE = 4;
/** So many signs of life may be lost or late before the job counts as lost. */
const SIGNS_PER_SILENCE = 4;

/** A queue with what runs its jobs. A method, so that each handler may know its own payload type. */
export type Worker = QueueDeclaration & {
  /** How many run at once on this node. */
  readonly atOnce?: number | undefined;
  run(payload: unknown): Promise<void>;
};

type RunningJob = { name: string; job: TakenJob; done: Promise<void> };

/** Takes due jobs and runs them: one light poll for all queues, and at once after a local `wake`. */
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

  /** Looks for due jobs now instead of at the next poll. */
  wake(): void {
    this.#woken = true;
    this.#endPause?.();
  }

  /** Takes no more jobs, lets running ones finish, and gives those that don't back to the queue. */
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

  /** Runs everything that is due, and what becomes due through it, then returns. */
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

  /** Starts due jobs up to the limit of each queue; returns how many. */
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
      // A job given back at the end of the grace time is no longer ours to settle.
      if (!this.#running.has(running)) return;
      if (failure === undefined) await this.#store.complete(name, job);
      else await this.#store.fail(name, job, failure);
    } catch (error) {
      this.#logger.error({ err: error, job: name, id: job.id }, 'a job could not be settled');
    }
  }

  /** Why the job failed, or `undefined`. */
  async #outcome(worker: Worker, job: TakenJob): Promise<string | undefined> {
    const expired = new AbortController();
    const expiry = delay(JOB_EXPIRES_SECONDS * 1_000, 'The job took too long.', { signal: expired.signal });
    const signs = this.#giveSigns(worker.name, job);
    try {
      return await Promise.race([worker.run(job.data?.payload).then(() => undefined), expiry]);
    } catch (error) {
      this.#logger.warn({ err: error, job: worker.name, id: job.id }, 'a job failed');
      return error instanceof Error ? error.message : String(error);
    } finally {
      clearInterval(signs);
      expired.abort();
      expiry.catch(() => {});
    }
  }

  /** Tells other nodes again and again that the job is not lost, where there may be any. */
  #giveSigns(name: string, job: TakenJob): NodeJS.Timeout | undefined {
    if (!job.heartbeatSeconds) return undefined;
    const give = () => {
      this.#store.keep(name, job).catch((error: unknown) => {
        this.#logger.warn({ err: error, job: name, id: job.id }, 'a job gave no sign of life');
      });
    };
    return setInterval(give, (job.heartbeatSeconds * 1_000) / SIGNS_PER_SILENCE);
  }
}
