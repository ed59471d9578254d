import { expect, it } from 'vitest';
import { createAdmissionPace, FEWEST_CONCURRENT, MOST_CONCURRENT } from './admission-pace.ts';

it('CL-07: a busy node admits fewer at once, never none, and more again when it has time', () => {
  let busy = 1;
  const pace = createAdmissionPace({ utilization: () => busy });
  const counts = () =>
    Array.from({ length: 30 }, () => {
      pace.endWindow();
      return pace.concurrent();
    });
  const falling = counts();
  expect(falling).toEqual(falling.toSorted((one, other) => other - one));
  expect(falling.at(-1)).toBe(FEWEST_CONCURRENT);
  busy = 0.5;
  const rising = counts();
  expect(rising).toEqual(rising.toSorted((one, other) => one - other));
  expect(rising.at(-1)).toBe(MOST_CONCURRENT);
  busy = 0.85;
  expect(new Set(counts())).toEqual(new Set([MOST_CONCURRENT]));
});

it('CL-07: the rate follows what was admitted, and never falls to 0', () => {
  const pace = createAdmissionPace({ utilization: () => 0 });
  const assumed = pace.perSecond();
  for (let window = 0; window < 100; window += 1) {
    // Far more than could be expected of any node in the time of one turn.
    for (let count = 0; count < 1000; count += 1) pace.countAdmission();
    pace.endWindow();
  }
  expect(pace.perSecond()).toBeGreaterThan(assumed);
  for (let window = 0; window < 1000; window += 1) pace.endWindow();
  expect(pace.perSecond()).toBeLessThan(assumed);
  expect(pace.perSecond()).toBeGreaterThan(0);
});
