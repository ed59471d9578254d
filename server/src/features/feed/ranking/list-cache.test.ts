import { expect, it } from 'vitest';
import { createListCache } from './feed-pages.service.ts';

const position = (count: number) => ({ asOf: new Date(0), count, after: undefined });
const asOf = new Date(1000);

it('returns the furthest position that is not beyond the skipped items', () => {
  const memory = createListCache();
  const list = { viewerId: 1, asOf };
  for (const count of [30, 10, 20]) memory.remember(list, position(count));
  expect([5, 10, 19, 20, 99].map((skip) => memory.nearest(list, skip)?.count)).toEqual([
    undefined,
    10,
    10,
    20,
    30,
  ]);
  expect(memory.nearest({ viewerId: 2, asOf }, 10)).toBeUndefined();
  expect(memory.nearest({ viewerId: 1, asOf: undefined }, 10)).toBeUndefined();
});

it('keeps at most the maximum, and evicts the least recently used list', () => {
  const memory = createListCache({ most: 4 });
  const lists = [1, 2, 3].map((viewerId) => ({ viewerId, asOf }));
  const [first = { viewerId: 0, asOf }, second = first, third = first] = lists;
  for (const list of [first, second]) for (const count of [10, 20]) memory.remember(list, position(count));
  memory.remember(second, position(20));
  expect(memory.nearest(first, 20)?.count).toBe(20);
  memory.remember(third, position(10));
  expect(memory.nearest(second, 10)).toBeUndefined();
  expect(memory.nearest(second, 20)?.count).toBe(20);
  for (const count of [20, 30, 40]) memory.remember(third, position(count));
  expect([first, second, third].map((list) => memory.nearest(list, 100)?.count)).toEqual([
    undefined,
    undefined,
    40,
  ]);
});

it('restarts a list without a moment after half an hour idle; a list with a moment stays', () => {
  let time = 0;
  const memory = createListCache({ now: () => time });
  const open = { viewerId: 1, asOf: undefined };
  for (const list of [open, { viewerId: 1, asOf }]) memory.remember(list, position(10));
  time += 29 * 60_000;
  expect(memory.nearest(open, 10)?.count).toBe(10);
  time += 29 * 60_000;
  expect(memory.nearest(open, 10)?.count).toBe(10);
  time += 31 * 60_000;
  expect(memory.nearest(open, 10)).toBeUndefined();
  expect(memory.nearest({ viewerId: 1, asOf }, 10)?.count).toBe(10);
});
