import { expect, it } from 'vitest';
import { CallSemaphore } from './call-semaphore.ts';

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  const nothing = Symbol('nothing');
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return (await Promise.race([promise, Promise.resolve(nothing)])) !== nothing;
};

it('SV-103: requests of a user above the limit wait in order, other users do not', async () => {
  const semaphore = new CallSemaphore({ perUser: 2, workMs: 60_000 });
  const [first, second] = [await semaphore.acquire('ann'), await semaphore.acquire('ann')];
  const order: string[] = [];
  const third = semaphore.acquire('ann').then((release) => (order.push('third'), release));
  const fourth = semaphore.acquire('ann').then((release) => (order.push('fourth'), release));
  expect([await settled(third), await settled(semaphore.acquire('ben'))]).toEqual([false, true]);
  first();
  first();
  const releaseThird = await third;
  expect(await settled(fourth)).toBe(false);
  second();
  (await fourth)();
  releaseThird();
  expect(order).toEqual(['third', 'fourth']);
  // Every slot was released.
  expect(await settled(Promise.all([semaphore.acquire('ann'), semaphore.acquire('ann')]))).toBe(true);
});

it('SV-103: requests above the queue limit are refused, and the queue continues', async () => {
  const semaphore = new CallSemaphore({ perUser: 1, waiting: 1, workMs: 60_000 });
  const release = await semaphore.acquire('ann');
  const waiting = semaphore.acquire('ann');
  await expect(semaphore.acquire('ann')).rejects.toMatchObject({ code: 'rate_limited' });
  release();
  (await waiting)();
});

it('SV-103: with all slots in use, the user with the fewest running requests is next', async () => {
  const semaphore = new CallSemaphore({ concurrent: 2, workMs: 60_000 });
  const first = await semaphore.acquire('ann');
  await semaphore.acquire('ann');
  const more = semaphore.acquire('ann');
  const other = semaphore.acquire('ben');
  first();
  expect([await settled(other), await settled(more)]).toEqual([true, false]);
});

it('SV-103: a request that waits for an external service releases its slot', async () => {
  const semaphore = new CallSemaphore({ concurrent: 1, workMs: 1 });
  await semaphore.acquire('ann');
  (await semaphore.acquire('ben'))();
});
