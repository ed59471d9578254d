import { setTimeout as after } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';

/** Longer than Vitest's default timeout. */
const LATE_MS = 1200;

const comingLate = () => {
  let isThere = false;
  void after(LATE_MS).then(() => (isThere = true));
  return () => isThere;
};

it.concurrent.each([
  ['waitFor', (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true))],
  ['waitUntil', (check: () => boolean) => vi.waitUntil(check)],
  [
    'waitFor with an interval',
    (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true), { interval: 5 }),
  ],
  ['poll', (check: () => boolean) => expect.poll(check).toBe(true)],
])('%s waits for what a busy machine brings late', async (_name, wait) => {
  await expect(Promise.resolve(wait(comingLate()))).resolves.not.toBe(false);
});
