import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';

it('SV-103: events that complete synchronously yield to others in between', async () => {
  const done: number[] = [];
  const processEvent = async (_event: string, raw: unknown) => void done.push(Number(raw));
  const queue = new EventQueue({ processEvent, onDone: () => undefined });
  const sent = Array.from({ length: 50 }, (_, number) => number);
  for (const number of sent) expect(queue.offer('message', number)).toBe('taken');
  await nextTurn();
  expect(done.length).toBeLessThan(10);
  while (done.length < sent.length) await nextTurn();
  expect(done).toEqual(sent);
});

it('R-03: events that are dropped while others have their turn are not processed', async () => {
  const done: number[] = [];
  const processEvent = async (_event: string, raw: unknown) => void done.push(Number(raw));
  let over = 0;
  const queue = new EventQueue({ processEvent, onDone: () => (over += 1) });
  for (let number = 0; number < 50; number += 1) queue.offer('message', number);
  await nextTurn();
  const begun = done.length;
  expect(queue.clear()).toBe(50 - begun);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect([done.length, over]).toEqual([begun, 50]);
});
