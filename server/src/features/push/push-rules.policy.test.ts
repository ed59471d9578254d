import { describe, expect, it } from 'vitest';
import { isQuiet, secondsUntilRetry } from './push-rules.policy.ts';

describe('NT-03: quiet hours in the time zone of the user', () => {
  it.each([
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-26T16:29:59Z', false],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-26T16:30:00Z', true],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-26T19:00:00Z', true],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-27T01:29:59Z', true],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-27T01:30:00Z', false],
    ['13:00', '14:00', 'UTC', '2026-11-26T12:59:00Z', false],
    ['13:00', '14:00', 'UTC', '2026-11-26T13:00:00Z', true],
    ['13:00', '14:00', 'UTC', '2026-11-26T14:00:00Z', false],
    ['00:00', '00:00', 'UTC', '2026-11-26T09:00:00Z', true],
    ['00:00', '06:00', 'UTC', '2026-11-26T00:00:00Z', true],
    // Clocks of Berlin: summer time until 2026-10-25 01:00 UTC, and from 2026-03-29 01:00 UTC.
    ['22:00', '07:00', 'Europe/Berlin', '2026-10-25T05:30:00Z', true],
    ['22:00', '07:00', 'Europe/Berlin', '2026-10-24T05:30:00Z', false],
    ['02:00', '03:00', 'Europe/Berlin', '2026-10-25T00:30:00Z', true],
    ['02:00', '03:00', 'Europe/Berlin', '2026-10-25T01:30:00Z', true],
    ['02:00', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00Z', false],
  ])('%s to %s in %s at %s: %s', (from, to, zone, at, expected) =>
    expect(isQuiet({ from, to, time_zone: zone }, new Date(at))).toBe(expected),
  );
});

it('PN-03: tries again after 10 s, 30 s, 2, 5, 15 and 30 min, or later if the service says so', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6].map((attempts) => secondsUntilRetry(attempts));
  expect(waits).toEqual([10, 30, 120, 300, 900, 1800, undefined]);
  expect([secondsUntilRetry(0, 5), secondsUntilRetry(1, 3600)]).toEqual([10, 3600]);
});
