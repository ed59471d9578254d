import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForTurn, type Turn } from './turn.ts';

/** The lock manager of the platform; happy-dom has none. */
function giveLocks(manager: unknown): void {
  Object.defineProperty(navigator, 'locks', { value: manager, configurable: true });
}

const standing: Turn[] = [];
let names = 0;

/** Somebody who stands in the line of this test. */
function stand() {
  const onMine = vi.fn();
  const turn = waitForTurn(`turn-${names}`, onMine);
  standing.push(turn);
  return { turn, onMine };
}

beforeEach(() => {
  names += 1;
  giveLocks(locks);
});
afterEach(() => {
  for (const turn of standing.splice(0)) turn.leave();
  giveLocks(undefined);
});

describe('the line of a browser’s tabs', () => {
  it('X-21: one has its turn, and the next one when it leaves', async () => {
    const [first, second] = [stand(), stand()];
    await vi.waitFor(() => expect(first.onMine).toHaveBeenCalledOnce());
    expect([first.turn.isMine(), second.turn.isMine()]).toEqual([true, false]);
    first.turn.leave();
    await vi.waitFor(() => expect(second.turn.isMine()).toBe(true));
    expect(second.onMine).toHaveBeenCalledOnce();
  });

  it('whoever writes takes the turn; the one who lost it waits again', async () => {
    const [first, second] = [stand(), stand()];
    await vi.waitFor(() => expect(first.turn.isMine()).toBe(true));
    second.turn.take();
    await vi.waitFor(() => expect([first.turn.isMine(), second.turn.isMine()]).toEqual([false, true]));
    second.turn.leave();
    await vi.waitFor(() => expect(first.turn.isMine()).toBe(true));
    expect(first.onMine).toHaveBeenCalledTimes(2);
  });

  it('everybody has it where the platform knows no locks', async () => {
    giveLocks(undefined);
    const [first, second] = [stand(), stand()];
    expect([first.turn.isMine(), second.turn.isMine()]).toEqual([true, true]);
    await vi.waitFor(() => expect(second.onMine).toHaveBeenCalledOnce());
  });
});
