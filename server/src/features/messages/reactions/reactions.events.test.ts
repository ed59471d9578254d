import { expect, it, onTestFinished, vi } from 'vitest';
import { createJoinedPublisher } from './reactions.events.ts';

it('RX-03: the first change of a message is published at once, later ones joined after the interval', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const published: string[] = [];
  const publisher = createJoinedPublisher<string>({
    intervalMs: 250,
    keyOf: (id) => id,
    publish: async (id) => void published.push(id),
    failed: (error) => expect.unreachable(String(error)),
  });
  for (const id of ['a', 'a', 'b', 'a']) publisher.changed(id);
  expect(published).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(249);
  expect(published).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(1);
  expect(published).toEqual(['a', 'b', 'a']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(published).toEqual(['a', 'b', 'a']);
  publisher.changed('a');
  expect(published).toEqual(['a', 'b', 'a', 'a']);
});
