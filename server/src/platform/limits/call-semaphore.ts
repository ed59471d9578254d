import { appError } from '../errors.ts';
import { FairSemaphore, TooManyWaitingError } from './fair-semaphore.ts';

/** Concurrent requests: slightly more than database connections, so that these are never idle. */
const CONCURRENT_CALLS = 24;
/** Per user: as many as a browser opens connections to one host. */
const CALLS_PER_USER = 6;
const CALLS_WAITING = 500;
/** A slower request mostly waits for an external service, such as a payment provider, and must not block others. */
const WORK_MS = 250;
const RETRY_AFTER_SECONDS = 1;

const tooMany = (): Error => appError('rate_limited', { retry_after: RETRY_AFTER_SECONDS });

/** Limits of {@link CallSemaphore}. */
export type CallSemaphoreOptions = {
  readonly concurrent?: number;
  readonly perUser?: number;
  readonly waiting?: number;
  readonly workMs?: number;
};

/**
 * Limits concurrent requests fairly: of the waiting users, the one with the fewest running requests is next. Many
 * requests of one user don't delay the requests of another (SV-103).
 */
export class CallSemaphore {
  readonly #semaphore: FairSemaphore;
  readonly #workMs: number;

  constructor({
    concurrent = CONCURRENT_CALLS,
    perUser = CALLS_PER_USER,
    waiting = CALLS_WAITING,
    workMs = WORK_MS,
  }: CallSemaphoreOptions = {}) {
    this.#workMs = workMs;
    this.#semaphore = new FairSemaphore({
      slots: concurrent,
      slotsPerUser: perUser,
      maxWaiting: waiting,
      timeoutError: tooMany,
    });
  }

  /** Changes how many requests may run at once. */
  resize(concurrent: number): void {
    this.#semaphore.resize(concurrent);
  }

  /** Returns how many requests wait. */
  waiting(): number {
    return this.#semaphore.waiting();
  }

  /** Resolves when the request may run, with an idempotent function that releases the slot. Throws `rate_limited`. */
  async acquire(person: string): Promise<() => void> {
    await new Promise<void>((start, refuse) => {
      this.#semaphore.acquire(person, start, (error) =>
        refuse(error instanceof TooManyWaitingError ? tooMany() : error),
      );
    });
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(timer);
      this.#semaphore.release(person);
    };
    const timer = setTimeout(release, this.#workMs);
    timer.unref();
    return release;
  }
}
