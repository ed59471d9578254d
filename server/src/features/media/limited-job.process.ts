import { runAtLowPriority } from './low-priority.process.ts';
import type { JobLimits, JobReply } from './media.types.ts';

const CHECK_INTERVAL_MS = 10;

type Work<Job, Result> = {
  /** Lower priority than the server. */
  readonly niceness: number;
  readonly work: (job: Job) => Promise<Result>;
  /** Whether an error is a problem of the file itself. */
  readonly isRefusal: (error: Error) => boolean;
};

/**
 * Turns this process into one that does a single job with an untrusted file: an attack on a decoder affects only this
 * process, which may be killed at any time. It exits when the server has exited or the job exceeds its limits of memory
 * or processor time.
 */
export function serveLimitedJob<Job extends JobLimits, Result>(given: Work<Job, Result>): void {
  runAtLowPriority(given.niceness);
  process.on('disconnect', end);
  // These signals reach the whole process group; the server decides when this process ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('message', (job: Job) => void run(job, given));
}

async function run<Job extends JobLimits, Result>(job: Job, given: Work<Job, Result>): Promise<void> {
  // The decoders run in other threads, so this one is free to check.
  const limitCheck = setInterval(() => {
    const breach = breachOf(job);
    if (!breach) return;
    clearInterval(limitCheck);
    answerAndEnd({ refusal: breach });
  }, CHECK_INTERVAL_MS);
  const answer = await answerTo(job, given);
  clearInterval(limitCheck);
  answerAndEnd(answer);
}

function breachOf({ maxBytes, cpuSeconds }: JobLimits): string | undefined {
  const { user, system } = process.cpuUsage();
  if (user + system > cpuSeconds * 1_000_000) return 'needs too much time';
  return process.memoryUsage.rss() > maxBytes ? 'needs too much memory' : undefined;
}

async function answerTo<Job, Result>(
  job: Job,
  { work, isRefusal }: Pick<Work<Job, Result>, 'work' | 'isRefusal'>,
): Promise<JobReply<Result>> {
  try {
    return { result: await work(job) };
  } catch (error) {
    if (!(error instanceof Error)) return { failure: String(error) };
    return isRefusal(error) ? { refusal: error.message } : { failure: error.message };
  }
}

function answerAndEnd<Result>(answer: JobReply<Result>): void {
  process.send?.(answer, end);
}

/** Kills itself: an orderly exit would wait for the decoder. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
