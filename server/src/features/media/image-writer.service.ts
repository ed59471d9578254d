import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import { ImageLateError, UnusableImage } from './media.policy.ts';
import type { ImageReply, ImageJob, RewrittenImage } from './media.types.ts';

const FILE = fileURLToPath(new URL('image.process.ts', import.meta.url));
/** Measured: one job may take 140 MB, so two concurrent jobs would be too much. */
const CONCURRENT_JOBS = 1;
const MAX_WAITING_JOBS = 40;
const JOB_MS = 25_000;
const IDLE_MS = 30_000;

/**
 * Returns large blocks to the system as soon as they are free, so that one process can handle many pictures (glibc).
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/** The content type of every stored image. */
export const IMAGE_TYPE = 'image/webp';

/** Re-encodes pictures in a separate process with limits on memory and time. */
export type ImageWriter = {
  /**
   * Processes one job at a time; others wait. Throws `UnusableImage` for anything that is no acceptable picture,
   * `ImageLateError` after a timeout, and `SemaphoreFullError` when too many jobs wait.
   */
  write(job: ImageJob): Promise<RewrittenImage>;
  /** Ends the process. Its current job fails. */
  close(): void;
};

type WriterOptions = {
  /** Timeout of one picture. */
  readonly jobMs?: number;
  /** Exclusive folder for the compiled code of the process. Without it each start takes more time and memory. */
  readonly cacheFolder?: string;
};

/** Creates the writer. Its process starts with the first job and ends after a period without jobs. */
export function createImageWriter({ jobMs = JOB_MS, cacheFolder }: WriterOptions = {}): ImageWriter {
  const semaphore = createSemaphore({ atOnce: CONCURRENT_JOBS, waiting: MAX_WAITING_JOBS });
  let running: ChildProcess | undefined;
  let ended: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;

  const stop = () => {
    if (running) ended = end(running);
    running = undefined;
  };
  const run = async (job: ImageJob): Promise<RewrittenImage> => {
    clearTimeout(idle);
    if (running && !isUsable(running)) stop();
    // Waits until the memory of the previous process is free.
    if (ended) await ended;
    const child = (running ??= start(cacheFolder));
    try {
      const { image, refusal, isMemoryHigh } = await runJob(child, job, jobMs);
      if (isMemoryHigh) stop();
      if (!image) throw new UnusableImage(refusal);
      return image;
    } finally {
      if (child.connected) unrefChild(child);
      idle = setTimeout(stop, IDLE_MS).unref();
    }
  };
  return {
    write: (job) => semaphore(() => run(job)),
    close() {
      clearTimeout(idle);
      stop();
    },
  };
}

function start(cacheFolder: string | undefined): ChildProcess {
  const child = fork(FILE, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1', '--expose-gc'],
    // None of the server's settings, which contain secrets.
    env: { ...MALLOC, ...(cacheFolder && { NODE_COMPILE_CACHE: cacheFolder }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The caller is notified through `exit` or the failed send.
  child.on('error', () => undefined);
  return child;
}

const hasExited = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null;
const isUsable = (child: ChildProcess) => child.connected && !hasExited(child);

/** Kills the process. Resolves after it has exited. */
async function end(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  child.ref();
  child.kill('SIGKILL');
  await exited;
}

/** Lets the program exit while the process is idle. */
function unrefChild(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

async function runJob(child: ChildProcess, job: ImageJob, jobMs: number): Promise<ImageReply> {
  child.ref();
  child.channel?.ref();
  const done = new AbortController();
  const timer = setTimeout(() => child.kill('SIGKILL'), jobMs);
  const replied = once(child, 'message', { signal: done.signal });
  const ended = once(child, 'exit', { signal: done.signal }).then(([code, signal]) => {
    throw failureOf(child, code, signal);
  });
  // The losing promise is aborted, and nothing waits for it.
  replied.catch(() => undefined);
  ended.catch(() => undefined);
  try {
    child.send(job, () => undefined);
    const [reply] = await Promise.race([replied, ended]);
    return reply;
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

/** A picture that crashes a decoder is unusable; a process that can't start is our own failure. */
function failureOf({ killed }: ChildProcess, code: number | null, signal: NodeJS.Signals | null): Error {
  if (killed) return new ImageLateError('image not decoded in time');
  if (signal !== null) return new UnusableImage(`image not decoded: ${signal}`);
  return new Error(`the image process ended with ${code}`);
}
