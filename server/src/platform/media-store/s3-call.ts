import { setTimeout as delay } from 'node:timers/promises';
import type { StoreLimits } from './media-store.ts';
import { createS3Send, type S3Answer, type S3Options, type S3Request } from './s3-send.ts';

export const TIMEOUT_MS = 15_000;
/** Share of the time limit for one attempt, so that a second one is possible. */
const ATTEMPT_SHARE = 0.5;
const TRIES = 3;
const FIRST_PAUSE_MS = 100;

/** A failed operation of the store. The message names bucket, host and status, never a key. */
export class S3Error extends Error {
  override name = 'S3Error';
  /** Whether a retry may succeed: the store did not respond, or reported an internal error. */
  readonly isTransient: boolean;

  constructor(
    message: string,
    { isTransient = false, cause }: { isTransient?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isTransient = isTransient;
  }
}

const isBusy = ({ status }: S3Answer): boolean => status >= 500 || status === 429;

/**
 * Creates the function for signed requests with timeouts, retried while the service is unavailable or busy (5xx,
 * 429). With limits a call ends within them, and fails immediately while the service is known to be unavailable.
 */
export function createS3Call(options: S3Options) {
  const { endpoint, bucket, timeoutMs = TIMEOUT_MS } = options;
  const storeName = `S3 bucket "${bucket}" at ${new URL(endpoint).host}`;
  const send = createS3Send(options);
  const unreachable = (cause?: unknown) =>
    new S3Error(`${storeName} can't be reached`, { isTransient: true, cause });
  const health = createStoreHealth(unreachable, (isUnavailable) =>
    options.onChange?.(isUnavailable, `${storeName} ${isUnavailable ? 'does not answer' : 'answers again'}`),
  );

  async function sendWithRetries(request: S3Request, withinMs: number | undefined): Promise<S3Answer> {
    const tryMs = withinMs === undefined ? timeoutMs : Math.min(timeoutMs, withinMs * ATTEMPT_SHARE);
    // Only time without progress counts, so a slow upload is not interrupted.
    let leftMs = withinMs ?? TRIES * (timeoutMs + FIRST_PAUSE_MS * 4 ** TRIES);
    for (let left = TRIES - 1, pause = FIRST_PAUSE_MS; ; left -= 1, pause *= 4) {
      const attempt = send(request, Math.min(tryMs, leftMs));
      const hasTime = () => left > 0 && leftMs - attempt.idleMs() > 2 * pause;
      try {
        const answer = await attempt.answer;
        if (!isBusy(answer)) {
          health.noteAnswer();
          return answer;
        }
        if (!hasTime()) return answer;
        await answer.body.dump();
      } catch (cause) {
        if (!hasTime()) throw unreachable(cause);
      }
      leftMs -= attempt.idleMs() + pause;
      await delay(pause);
    }
  }

  /** Handles an unsuccessful response: throws `S3Error`, or resolves when the object does not exist. */
  async function handleFailure(request: S3Request, answer: S3Answer): Promise<void> {
    const { status } = answer;
    // A missing object and a missing bucket have the same status; the body distinguishes them.
    const body = await answer.text();
    const isBucketMissing = status === 404 && (request.key === '' || body.includes('NoSuchBucket'));
    if (isBucketMissing) throw new S3Error(`${storeName}: there is no such bucket`);
    if (status === 404 && request.method !== 'PUT') return;
    const why = status === 403 ? ', the keys do not open it' : '';
    throw new S3Error(`${storeName} answered ${status}${why}`, { isTransient: isBusy(answer) });
  }

  /** Returns undefined when the object does not exist. Throws `S3Error` for every other unsuccessful response. */
  return (request: S3Request, { withinMs }: StoreLimits = {}): Promise<S3Answer | undefined> =>
    health.run(withinMs !== undefined, async () => {
      const answer = await sendWithRetries(request, withinMs);
      if (answer.status >= 200 && answer.status < 300) return answer;
      await handleFailure(request, answer);
      return undefined;
    });
}

/** How long a call waits for the result of another call's probe. */
const PROBE_WAIT_MS = 1_000;

/**
 * Tracks the availability of a service. While it is unavailable, one call with a time limit probes it and the others
 * fail immediately, so that nothing piles up. Calls without a limit always run. `onChange` is called on each change.
 */
function createStoreHealth(away: () => Error, onChange: (isUnavailable: boolean) => void = () => undefined) {
  let isUnavailable = false;
  let answeredAt = -Infinity;
  let probe: Promise<void> | undefined;

  const change = (now: boolean) => {
    if (isUnavailable === now) return;
    isUnavailable = now;
    onChange(now);
  };

  /**
   * Runs a call that reports each response with `noteAnswer`. Failing without any response since its start marks the
   * service as unavailable.
   */
  async function watch<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } catch (error) {
      // Other calls got a response meanwhile, so the service is available.
      if (answeredAt < startedAt) change(true);
      throw error;
    }
  }

  return {
    noteAnswer(): void {
      change(false);
      answeredAt = performance.now();
    },
    /** Throws `away()` instead of running a call with a time limit while the service is unavailable. */
    async run<T>(isHurried: boolean, work: () => Promise<T>): Promise<T> {
      if (!isUnavailable || !isHurried) return watch(work);
      if (probe) {
        const timeout = new AbortController();
        const pause = delay(PROBE_WAIT_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
        await Promise.race([probe, pause]);
        timeout.abort();
        if (isUnavailable) throw away();
        return watch(work);
      }
      const running = watch(work);
      probe = running.then(
        () => undefined,
        () => undefined,
      );
      try {
        return await running;
      } finally {
        probe = undefined;
      }
    },
  };
}
