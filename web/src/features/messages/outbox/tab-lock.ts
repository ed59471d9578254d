/** A tab's place in the queue for a lock; one of the browser's tabs holds it. */
export type TabLock = {
  /** Takes the lock from its holder, because the user writes in this tab. */
  take(): void;
  /** Whether this tab holds the lock. */
  isMine(): boolean;
  leave(): void;
};

/** Another tab took the lock. */
const wasTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

/**
 * Waits for the lock shared by tabs that use the same name. Without lock support (plain http) every tab holds it; the
 * server's idempotency covers that.
 */
export function acquireTabLock(name: string, onMine: () => void): TabLock {
  const locks: LockManager | null | undefined = navigator.locks;
  const leaving = new AbortController();
  let release: (() => void) | undefined;
  let isMine = !locks;

  const hold = (): Promise<void> => {
    if (leaving.signal.aborted) return Promise.resolve();
    isMine = true;
    onMine();
    return new Promise((resolve) => {
      release = resolve;
    });
  };
  const requestLock = (options: LockOptions): void => {
    locks?.request(name, options, hold).catch((error: unknown) => {
      isMine = false;
      if (leaving.signal.aborted) return;
      if (wasTaken(error)) requestLock({ signal: leaving.signal });
      else throw error;
    });
  };
  if (locks) requestLock({ signal: leaving.signal });
  else queueMicrotask(onMine);
  return {
    take() {
      if (!isMine && !leaving.signal.aborted) requestLock({ steal: true });
    },
    isMine: () => isMine,
    leave() {
      leaving.abort();
      release?.();
    },
  };
}
