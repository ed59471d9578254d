import { expect, it } from 'vitest';
import { CallSemaphore } from './call-semaphore.ts';

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  const nothing = Symbol('nothing');
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return (await Promise.race([promise, Promise.resolve(nothing)])) !== nothing;
};

it('SV-103: requests of a user above the limit wait in order, other users do not', async () => {
  const turns = new CallSemaphore({ perUser: 2, workMs: 60_000 });
  const [first, second] = [await turns.enter('ann'), await turns.enter('ann')];
  const order: string[] = [];
  const third = turns.enter('ann').then((leave) => (order.push('third'), leave));
  const fourth = turns.enter('ann').then((leave) => (order.push('fourth'), leave));
  expect([await settled(third), await settled(turns.enter('ben'))]).toEqual([false, true]);
  first();
  first();
  const leaveThird = await third;
  expect(await settled(fourth)).toBe(false);
  second();
  (await fourth)();
  leaveThird();
  expect(order).toEqual(['third', 'fourth']);
  // Every slot was released.
  expect(await settled(Promise.all([turns.enter('ann'), turns.enter('ann')]))).toBe(true);
});

it('SV-103: requests above the queue limit are refused, and the queue continues', async () => {
  const turns = new CallSemaphore({ perUser: 1, waiting: 1, workMs: 60_000 });
  const leave = await turns.enter('ann');
  const waiting = turns.enter('ann');
  await expect(turns.enter('ann')).rejects.toMatchObject({ code: 'rate_limited' });
  leave();
  (await waiting)();
});

it('SV-103: with all slots in use, the user with the fewest running requests is next', async () => {
  const turns = new CallSemaphore({ concurrent: 2, workMs: 60_000 });
  const first = await turns.enter('ann');
  await turns.enter('ann');
  const more = turns.enter('ann');
  const other = turns.enter('ben');
  first();
  expect([await settled(other), await settled(more)]).toEqual([true, false]);
});

it('SV-103: a request that waits for an external service releases its slot', async () => {
  const turns = new CallSemaphore({ concurrent: 1, workMs: 1 });
  await turns.enter('ann');
  (await turns.enter('ben'))();
});
