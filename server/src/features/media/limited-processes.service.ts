import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { JobLimits, JobReply } from './media.types.ts';

/** Signals of a decoder crashed by a file. Any other signal comes from outside. */
const CRASHES: readonly (NodeJS.Signals | null)[] = [
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGTRAP',
];

type Options = {
  /** Path of the program, which calls `serveLimitedJob`. */
  readonly program: string;
  /** Limit of elapsed time of one job. */
  readonly wallMs: number;
  /** Folder for the compiled code of the process. */
  readonly cacheFolder: string | undefined;
  /** Returns the error for a file that the process refused, or that crashed it. */
  readonly refusalOf: (reason: string) => Error;
  /** Returns the error after a timeout, or when the process was killed from outside. The file itself may be fine. */
  readonly interruptionOf: (reason: string) => Error;
};

/**
 * Runs each job in a separate process with limits on memory and time. The process has none of the server's
 * settings. The caller limits concurrency.
 */
export function createLimitedProcesses<Result>(options: Options) {
  const running = new Set<ChildProcess>();
  let isClosed = false;
  return {
    /** Throws the refusal for an unusable file, the interruption after a timeout. */
    async run(job: JobLimits): Promise<Result> {
      if (isClosed) throw options.interruptionOf('the server ends');
      const child = start(options);
      running.add(child);
      try {
        return await ask<Result>(child, job, options);
      } finally {
        child.kill('SIGKILL');
        running.delete(child);
      }
    },
    /** Ends the processes. Current and later jobs fail. */
    close(): void {
      isClosed = true;
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

function start({ program, cacheFolder }: Options): ChildProcess {
  const child = fork(program, {
    execArgv: ['--max-old-space-size=128'],
    // None of the server's settings, which contain secrets.
    env: { MALLOC_ARENA_MAX: '2', ...(cacheFolder && { NODE_COMPILE_CACHE: cacheFolder }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The caller is notified through `exit` or the failed send.
  child.on('error', () => undefined);
  return child;
}

async function ask<Result>(child: ChildProcess, job: JobLimits, options: Options): Promise<Result> {
  const done = new AbortController();
  const timer = setTimeout(() => child.kill('SIGKILL'), options.wallMs);
  const answered = once(child, 'message', { signal: done.signal });
  const ended = once(child, 'exit', { signal: done.signal }).then(([code, signal]) => {
    throw failureOf(code, signal, options);
  });
  // The losing promise is aborted, and nothing waits for it.
  answered.catch(() => undefined);
  ended.catch(() => undefined);
  try {
    child.send(job, () => undefined);
    const [answer]: JobReply<Result>[] = await Promise.race([answered, ended]);
    if (!answer || 'failure' in answer) throw new Error(`file not written: ${answer?.failure}`);
    if ('refusal' in answer) throw options.refusalOf(answer.refusal);
    return answer.result;
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

/** A file that crashes a decoder is unusable. */
function failureOf(code: number | null, signal: NodeJS.Signals | null, options: Options): Error {
  if (CRASHES.includes(signal)) return options.refusalOf(`not decoded: ${signal}`);
  if (signal !== null) return options.interruptionOf(`the process was ended by ${signal}`);
  return new Error(`the process ended with ${code}`);
}
