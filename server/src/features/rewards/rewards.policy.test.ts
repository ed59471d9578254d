import { expect, it } from 'vitest';
import { rewardDay, secondsToNextDay } from './rewards.policy.ts';

it.each([
  ['2026-11-21T00:00:00.000Z', '2026-11-21', 18.5 * 3600],
  ['2026-11-21T18:29:59.999Z', '2026-11-21', 1],
  ['2026-11-21T18:30:00.000Z', '2026-11-22', 24 * 3600],
  ['2026-12-31T18:30:01.500Z', '2027-01-01', 24 * 3600 - 1],
  ['2028-02-28T20:00:00.000Z', '2028-02-29', 22.5 * 3600],
])('Q-24: days begin at midnight in India: %s is on %s', (moment, day, seconds) => {
  expect(rewardDay(new Date(moment))).toBe(day);
  expect(secondsToNextDay(new Date(moment))).toBe(seconds);
});
