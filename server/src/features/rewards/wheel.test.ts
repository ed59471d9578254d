import { expect, it } from 'vitest';
import { sliceAt, spinWheel } from './rewards.policy.ts';

it('SP-07, CO-50: of a hundred numbers each slice has as many as its weight', () => {
  const counts: Record<string, number> = {};
  for (let number = 0; number < 100; number += 1) {
    const { outcome } = sliceAt(number);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  expect(counts).toEqual({
    Dog: 30,
    Elephant: 30,
    Goat: 25,
    '1 Coin': 10,
    '5 Coins': 3,
    '10 Coins': 2,
  });
  expect(() => sliceAt(100)).toThrow(RangeError);
});

it('X-42, SP-08: coin slices pay their number, animals nothing', () => {
  const pays = new Map(
    Array.from({ length: 100 }, (_, number) => sliceAt(number)).map((s) => [s.outcome, s.coins]),
  );
  expect(Object.fromEntries(pays)).toEqual({
    Dog: 0,
    Elephant: 0,
    Goat: 0,
    '1 Coin': 1,
    '5 Coins': 5,
    '10 Coins': 10,
  });
});

it('draws a slice of the wheel', () => {
  for (let count = 0; count < 1000; count += 1) expect(spinWheel().weight).toBeGreaterThan(0);
});
