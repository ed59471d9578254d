import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { VIDEO_DECODE_SECONDS } from '@adda/contract/media';
import { UnusableVideo, fileKindOf, KIND_BYTES, type Container } from '../media.policy.ts';
import type { RewrittenVideo, VideoReply, VideoJob } from '../media.types.ts';

const FILE = fileURLToPath(new URL('video.process.ts', import.meta.url));
/** Measured: at most 350 MB for the largest accepted frames, including the process itself. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Below the job timeout (300 s), including the work before and after. */
const WALL_MS = 180_000;
/** Signals of a decoder crashed by a file. Any other signal comes from outside. */
const CRASHES: readonly (NodeJS.Signals | null)[] = [
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGTRAP',
];

/** Thrown after a timeout, or when the process was killed from outside. The file itself may be fine. */
class VideoInterrupted extends Error {
  override name = 'VideoInterrupted';
}

/** Re-encodes videos, each in a separate process with limits on memory and time. */
export type VideoWriter = {
  /** Throws `UnusableVideo` for anything that is no acceptable video, `VideoInterrupted` after a timeout. */
  write(request: { readonly source: string; readonly folder: string }): Promise<RewrittenVideo>;
  /** Ends the processes. Current and later jobs fail. */
  close(): void;
};

type WriterOptions = {
  /** Limits of elapsed and processor time of one video. */
  readonly wallMs?: number | undefined;
  readonly cpuSeconds?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly cacheFolder?: string | undefined;
};

/** Creates the writer. The caller limits concurrency. */
export function createVideoWriter({
  wallMs = WALL_MS,
  cpuSeconds = VIDEO_DECODE_SECONDS,
  maxBytes = MAX_BYTES,
  cacheFolder,
}: WriterOptions = {}): VideoWriter {
  const running = new Set<ChildProcess>();
  let isClosed = false;
  return {
    async write({ source, folder }) {
      const container = await containerOf(source);
      if (isClosed) throw new VideoInterrupted('the server ends');
      const child = start(cacheFolder);
      running.add(child);
      try {
        return await ask(child, { source, container, folder, maxBytes, cpuSeconds }, wallMs);
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
    // None of the server's settings, which contain secrets.
    env: { MALLOC_ARENA_MAX: '2', ...(cacheFolder && { NODE_COMPILE_CACHE: cacheFolder }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The caller is notified through `exit` or the failed send.
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
  // The losing promise is aborted, and nothing waits for it.
  answered.catch(() => undefined);
  ended.catch(() => undefined);
  try {
    child.send(job, () => undefined);
    const [answer]: VideoReply[] = await Promise.race([answered, ended]);
    if (!answer || 'failure' in answer) throw new Error(`video not written: ${answer?.failure}`);
    if ('refusal' in answer) throw new UnusableVideo(answer.refusal);
    return answer.video;
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

/** A video that crashes a decoder is unusable. */
function failureOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (CRASHES.includes(signal)) return new UnusableVideo(`video not decoded: ${signal}`);
  if (signal !== null) return new VideoInterrupted(`the video process was ended by ${signal}`);
  return new Error(`the video process ended with ${code}`);
}
