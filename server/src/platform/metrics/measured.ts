import type { Jobs } from '../jobs/index.ts';
import type { Mailer } from '../mail/index.ts';
import type { RetainingStore } from '../media-store/index.ts';
import type { Metrics } from './metrics.ts';

/** Runs the work and records its duration and whether it failed. */
async function timed<T>(
  work: () => Promise<T>,
  note: (seconds: number, isFailure: boolean) => void,
): Promise<T> {
  const from = performance.now();
  let isFailure = true;
  try {
    const result = await work();
    isFailure = false;
    return result;
  } finally {
    note((performance.now() - from) / 1000, isFailure);
  }
}

/** Wraps jobs: measures each run and counts it by queue and outcome. */
export function measuredJobs(jobs: Jobs, metrics: Metrics): Jobs {
  const count = metrics.counter({
    name: 'jobs_finished_total',
    help: 'Runs of jobs on this node; a failed one may be retried',
    labels: ['queue', 'outcome'],
  });
  const note = metrics.histogram({
    name: 'job_duration_seconds',
    help: 'Duration of one run of a job',
    buckets: [0.01, 0.05, 0.25, 1, 5, 20, 60, 300],
  });
  const run = (queue: string, work: () => Promise<void>) =>
    timed(work, (seconds, isFailure) => {
      note({ queue })(seconds);
      count({ queue, outcome: isFailure ? 'failed' : 'done' });
    });
  return {
    ...jobs,
    handle: (name, handler, options) =>
      jobs.handle(name, (payload) => run(name, () => handler(payload)), options),
    every: (name, cron, handler) => jobs.every(name, cron, () => run(name, handler)),
  };
}

/** Wraps a store and measures each operation; a read until its first bytes. */
export function measuredStore(store: RetainingStore, metrics: Metrics): RetainingStore {
  const note = metrics.histogram({
    name: 'store_requests_seconds',
    help: 'Duration of an operation on the media store; of a read, until its first bytes',
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5, 10, 30],
  });
  const fail = metrics.counter({
    name: 'store_failures_total',
    help: 'Operations on the media store that failed',
    labels: ['operation'],
  });
  const run = <T>(operation: string, work: () => Promise<T>) =>
    timed(work, (seconds, isFailure) => {
      note({ operation })(seconds);
      if (isFailure) fail({ operation });
    });
  return {
    ...store,
    put: (...given) => run('put', () => store.put(...given)),
    putFile: (...given) => run('put', () => store.putFile(...given)),
    get: (...given) => run('get', () => store.get(...given)),
    getRange: (...given) => run('get', () => store.getRange(...given)),
    size: (...given) => run('size', () => store.size(...given)),
    delete: (...given) => run('delete', () => store.delete(...given)),
  };
}

/** Wraps a mailer and counts each mail by outcome. */
export function measuredMailer(mailer: Mailer, metrics: Metrics): Mailer {
  const count = metrics.counter({
    name: 'mail_sent_total',
    help: 'Mails sent to the mail server; a failed one is retried',
    labels: ['outcome'],
  });
  for (const outcome of ['sent', 'failed']) count({ outcome }, 0);
  return {
    ...mailer,
    send: (mail) =>
      timed(
        () => mailer.send(mail),
        (_seconds, isFailure) => count({ outcome: isFailure ? 'failed' : 'sent' }),
      ),
  };
}
