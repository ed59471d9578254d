import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createGate } from './gate.ts';
import type { ImageAnswer, ImageJob, RewrittenImage } from './image-jobs.types.ts';
import { UnusableImage } from './unusable-image.ts';

const FILE = fileURLToPath(new URL('image-process.ts', import.meta.url));
/** Measured: one job may take 140 MB, so two at once would be too much. */
const AT_ONCE = 1;
const WAITING = 40;
const JOB_MS = 25_000;
const IDLE_MS = 30_000;

/** What every image is kept as. */
export const IMAGE_TYPE = 'image/webp';

/** Writes pictures anew in a process of its own that is bounded in memory and time. */
export type ImageWriter = {
  /**
   * One at a time, the others wait. Throws `UnusableImage` for whatever is no picture or goes beyond the limits, and
   * `GateFullError` when too many wait.
   */
  write(job: ImageJob): Promise<RewrittenImage>;
  /** Ends the process; whatever it works on fails. */
  close(): void;
};

/** Makes it. The process starts with the first job and ends when there was none for a while. */
export function createImageWriter({ jobMs = JOB_MS }: { readonly jobMs?: number } = {}): ImageWriter {
  const gate = createGate({ atOnce: AT_ONCE, waiting: WAITING });
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  const stop = () => {
    running?.kill('SIGKILL');
    running = undefined;
  };
  const run = async (job: ImageJob): Promise<RewrittenImage> => {
    clearTimeout(idle);
    if (!running?.connected) stop();
    const child = (running ??= start());
    try {
      const { image, refusal, isSpent } = await ask(child, job, jobMs);
      if (isSpent) stop();
      if (!image) throw new UnusableImage(refusal);
      return image;
    } finally {
      if (child.connected) rest(child);
      idle = setTimeout(stop, IDLE_MS).unref();
    }
  };
  return {
    write: (job) => gate(() => run(job)),
    close() {
      clearTimeout(idle);
      stop();
    },
  };
}

function start(): ChildProcess {
  const child = fork(FILE, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1'],
    // None of the server's settings: there are secrets among them. Few arenas leave less memory unused.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Whoever asks hears of it through `exit` or the failed send.
  child.on('error', () => undefined);
  return child;
}

/** An idle process does not keep the program alive. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

async function ask(child: ChildProcess, job: ImageJob, jobMs: number): Promise<ImageAnswer> {
  child.ref();
  child.channel?.ref();
  const done = new AbortController();
  const timer = setTimeout(() => child.kill('SIGKILL'), jobMs);
  const answered = once(child, 'message', { signal: done.signal });
  const ended = once(child, 'exit', { signal: done.signal }).then(([code, signal]) => {
    throw failureOf(code, signal);
  });
  // The one that comes second is aborted, and nobody waits for it any more.
  answered.catch(() => undefined);
  ended.catch(() => undefined);
  try {
    child.send(job, () => undefined);
    const [answer] = await Promise.race([answered, ended]);
    return answer;
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

/** A picture that brings a decoder down is no picture; a process that can't even start is our own fault. */
function failureOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal !== null) return new UnusableImage(`image not decoded: ${signal}`);
  return new Error(`the image process ended with ${code}`);
}
