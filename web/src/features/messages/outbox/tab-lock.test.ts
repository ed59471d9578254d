import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acquireTabLock, type TabLock } from './outbox.ts';

/** A fake of the browser's lock manager; happy-dom has none. */
function setLockManager(manager: unknown): void {
  Object.defineProperty(navigator, 'locks', { value: manager, configurable: true });
}

const tabs: TabLock[] = [];
let names = 0;

/** A tab that waits for the lock. */
function openTab() {
  const onMine = vi.fn();
  const turn = acquireTabLock(`turn-${names}`, onMine);
  tabs.push(turn);
  return { turn, onMine };
}

beforeEach(() => {
  names += 1;
  setLockManager(locks);
});
afterEach(() => {
  for (const turn of tabs.splice(0)) turn.leave();
  setLockManager(undefined);
});

describe('the lock shared by a browser’s tabs', () => {
  it('X-21: one tab holds the lock, and the next one gets it when that tab closes', async () => {
    const [first, second] = [openTab(), openTab()];
    await vi.waitFor(() => expect(first.onMine).toHaveBeenCalledOnce());
    expect([first.turn.isMine(), second.turn.isMine()]).toEqual([true, false]);
    first.turn.leave();
    await vi.waitFor(() => expect(second.turn.isMine()).toBe(true));
    expect(second.onMine).toHaveBeenCalledOnce();
  });

  it('a tab in which the user writes takes the lock; the former holder waits again', async () => {
    const [first, second] = [openTab(), openTab()];
    await vi.waitFor(() => expect(first.turn.isMine()).toBe(true));
    second.turn.take();
    await vi.waitFor(() => expect([first.turn.isMine(), second.turn.isMine()]).toEqual([false, true]));
    second.turn.leave();
    await vi.waitFor(() => expect(first.turn.isMine()).toBe(true));
    expect(first.onMine).toHaveBeenCalledTimes(2);
  });

  it('X-21: a tab that takes the lock before it learns that it was granted keeps it', async () => {
    // A browser reports the end of a stolen lock after it granted the lock to the request that stole it.
    let endFirst: ((error: Error) => void) | undefined;
    setLockManager({
      request: (_name: string, { steal }: LockOptions, onGranted: () => Promise<void>) => {
        if (steal) return Promise.resolve().then(onGranted);
        return new Promise((_resolve, reject) => (endFirst ??= reject));
      },
    });
    const { turn, onMine } = openTab();
    turn.take();
    await vi.waitFor(() => expect(onMine).toHaveBeenCalledOnce());
    endFirst?.(new DOMException('Stolen', 'AbortError'));
    await Promise.resolve().then(() => {}); // the rejection has been handled
    expect(turn.isMine()).toBe(true);
  });

  it('without lock support every tab holds it', async () => {
    setLockManager(undefined);
    const [first, second] = [openTab(), openTab()];
    expect([first.turn.isMine(), second.turn.isMine()]).toEqual([true, true]);
    await vi.waitFor(() => expect(second.onMine).toHaveBeenCalledOnce());
  });
});
