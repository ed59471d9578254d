import { expect, it, vi } from 'vitest';
import { createRateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { createSendThrottle } from './room-sending.service.ts';

it('GC-55, CO-20: one message a second per user and room, over all tabs', async () => {
  const throttle = createSendThrottle(createRateLimiter());
  const waits = await Promise.all([throttle(1, 'a'), throttle(1, 'a'), throttle(1, 'a')]);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  for (const wait of waits.filter((wait) => wait > 0)) expect(wait).toBeLessThanOrEqual(1);
  expect(await throttle(1, 'b')).toBe(0);
  expect(await throttle(2, 'a')).toBe(0);
});

it('GC-55: a message accepted within the tolerance restarts the second', async () => {
  const limiter = createRateLimiter();
  const throttle = createSendThrottle(limiter);
  expect(await throttle(1, 'a')).toBe(0);
  await vi.waitFor(async () => expect(await throttle(1, 'a')).toBe(0), { interval: 5 });
  expect(await throttle(1, 'a')).toBeGreaterThan(0.1);
});
