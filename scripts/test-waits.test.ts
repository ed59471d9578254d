import { setTimeout as after } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';

/** Longer than Vitest's default timeout. */
const LATE_MS = 1200;

const trueAfterDelay = () => {
  let isDone = false;
  void after(LATE_MS).then(() => (isDone = true));
  return () => isDone;
};

it.concurrent.each([
  ['waitFor', (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true))],
  ['waitUntil', (check: () => boolean) => vi.waitUntil(check)],
  [
    'waitFor with an interval',
    (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true), { interval: 5 }),
  ],
  ['poll', (check: () => boolean) => expect.poll(check).toBe(true)],
])('%s waits longer than the default timeout', async (_name, wait) => {
  await expect(Promise.resolve(wait(trueAfterDelay()))).resolves.not.toBe(false);
});
