import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { VIDEO_DECODE_SECONDS } from '@adda/contract/media';
import { fileKindOf, KIND_BYTES, type Container } from '../files/file-kind.ts';
import { UnusableVideo } from './unusable-video.ts';
import type { RewrittenVideo, VideoAnswer, VideoJob } from './video-jobs.types.ts';

const FILE = fileURLToPath(new URL('video-process.ts', import.meta.url));
/** Measured: 350 MB at most for the largest frames that are taken, the process itself included. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Below the time after which the queue gives a job to somebody else (300 s), with what comes before and after. */
const WALL_MS = 180_000;
/** Signals by which a decoder ends that a file brought down; any other comes from outside. */
const CRASHES: readonly (NodeJS.Signals | null)[] = [
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGTRAP',
];

/** A video was not done in its time, or its process was ended from outside; nothing speaks against the file. */
export class VideoBrokenOff extends Error {
  override name = 'VideoBrokenOff';
}

/** Writes videos anew, each in a process of its own that is bounded in memory and time. */
export type VideoWriter = {
  /** Throws `UnusableVideo` for whatever is no video or goes beyond the limits, `VideoBrokenOff` for one not done in time. */
  write(request: { readonly source: string; readonly folder: string }): Promise<RewrittenVideo>;
  /** Ends the processes; what they work on fails, and so does whatever comes later. */
  close(): void;
};

type WriterOptions = {
  /** Time for one video on the clock, and of the processor. */
  readonly wallMs?: number | undefined;
  readonly cpuSeconds?: number | undefined;
  readonly mostBytes?: number | undefined;
  readonly cacheFolder?: string | undefined;
};

/** Makes it. How many run at once is the caller's to limit. */
export function createVideoWriter({
  wallMs = WALL_MS,
  cpuSeconds = VIDEO_DECODE_SECONDS,
  mostBytes = MOST_BYTES,
  cacheFolder,
}: WriterOptions = {}): VideoWriter {
  const running = new Set<ChildProcess>();
  let isClosed = false;
  return {
    async write({ source, folder }) {
      const container = await containerOf(source);
      if (isClosed) throw new VideoBrokenOff('the server ends');
      const child = start(cacheFolder);
      running.add(child);
      try {
        return await ask(child, { source, container, folder, mostBytes, cpuSeconds }, wallMs);
      } finally {
        child.kill('SIGKILL');
        running.delete(child);
      }
    },
    close() {
      isClosed = true;
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

async function containerOf(source: string): Promise<Container> {
  const handle = await open(source, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(KIND_BYTES), 0, KIND_BYTES, 0);
    const found = fileKindOf(buffer.subarray(0, bytesRead));
    if (found?.kind !== 'video') throw new UnusableVideo('no video');
    return found.container;
  } finally {
    await handle.close();
  }
}

function start(cacheFolder: string | undefined): ChildProcess {
  const child = fork(FILE, {
    execArgv: ['--max-old-space-size=128'],
    // None of the server's settings: there are secrets among them.
    env: { MALLOC_ARENA_MAX: '2', ...(cacheFolder && { NODE_COMPILE_CACHE: cacheFolder }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Whoever asks hears of it through `exit` or the failed send.
  child.on('error', () => undefined);
  return child;
}

async function ask(child: ChildProcess, job: VideoJob, wallMs: number): Promise<RewrittenVideo> {
  const done = new AbortController();
  const timer = setTimeout(() => child.kill('SIGKILL'), wallMs);
  const answered = once(child, 'message', { signal: done.signal });
  const ended = once(child, 'exit', { signal: done.signal }).then(([code, signal]) => {
    throw failureOf(code, signal);
  });
  // The one that comes second is aborted, and nobody waits for it any more.
  answered.catch(() => undefined);
  ended.catch(() => undefined);
  try {
    child.send(job, () => undefined);
    const [answer]: VideoAnswer[] = await Promise.race([answered, ended]);
    if (!answer || 'failure' in answer) throw new Error(`video not written: ${answer?.failure}`);
    if ('refusal' in answer) throw new UnusableVideo(answer.refusal);
    return answer.video;
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

/** A video that brings a decoder down is no video. */
function failureOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (CRASHES.includes(signal)) return new UnusableVideo(`video not decoded: ${signal}`);
  if (signal !== null) return new VideoBrokenOff(`the video process was ended by ${signal}`);
  return new Error(`the video process ended with ${code}`);
}
