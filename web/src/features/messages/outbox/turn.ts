/** A place in the line of this browser's tabs; one of them has its turn. */
export type Turn = {
  /** Takes the turn from whoever has it: the person is writing here. */
  take(): void;
  /** Whether it is this one's turn. */
  isMine(): boolean;
  leave(): void;
};

/** Another tab took the lock away. */
const wasTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

/**
 * Waits for its turn among the tabs that name the same lock. Without locks (plain http) every tab has its turn;
 * the server's idempotency covers that.
 */
export function waitForTurn(name: string, onMine: () => void): Turn {
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
  const stand = (options: LockOptions): void => {
    locks?.request(name, options, hold).catch((error: unknown) => {
      isMine = false;
      if (leaving.signal.aborted) return;
      if (wasTaken(error)) stand({ signal: leaving.signal });
      else throw error;
    });
  };
  if (locks) stand({ signal: leaving.signal });
  else queueMicrotask(onMine);
  return {
    take() {
      if (!isMine && !leaving.signal.aborted) stand({ steal: true });
    },
    isMine: () => isMine,
    leave() {
      leaving.abort();
      release?.();
    },
  };
}
