import { describe, expect, it } from 'vitest';
import { clockTime, dayKey, elapsed, fullTime, longDay, nearDay, shortDay } from './time-format.ts';

describe('times', () => {
  it('SH-60, Q-25: use Kolkata time, wherever the reader is', () => {
    expect(clockTime('2026-11-20T18:29:00.000Z')).toBe('11:59 pm');
    expect(clockTime('2026-11-20T18:30:00.000Z')).toBe('12:00 am');
    expect(dayKey('2026-11-20T18:29:59.999Z')).toBe('2026-11-20');
    expect(dayKey('2026-11-20T18:30:00.000Z')).toBe('2026-11-21');
    expect(fullTime('2026-11-20T03:37:00.000Z')).toBe('20 November 2026, 09:07 am');
  });

  it('SH-60: today and yesterday are Kolkata days', () => {
    const now = '2026-11-20T18:45:00.000Z';
    expect(nearDay('2026-11-20T18:31:00.000Z', now)).toBe('today');
    expect(nearDay('2026-11-20T18:29:00.000Z', now)).toBe('yesterday');
    expect(nearDay('2026-11-19T18:29:00.000Z', now)).toBeUndefined();
  });

  it('omits the current year', () => {
    expect(longDay('2026-11-03T10:00:00.000Z', '2026-11-20T10:00:00.000Z')).toBe('Tuesday, 3 November');
    expect(longDay('2025-11-03T10:00:00.000Z', '2026-11-20T10:00:00.000Z')).toBe('3 November 2025');
    expect(shortDay('2026-11-03T10:00:00.000Z', '2026-11-20T10:00:00.000Z')).toBe('3 Nov');
  });

  it('GC-20: a day of another year includes the year', () => {
    expect(shortDay('2025-11-03T10:00:00.000Z', '2026-11-20T10:00:00.000Z')).toBe('3 Nov 2025');
    // New Year's Eve in Greenwich is New Year's Day in Kolkata (SH-60).
    expect(shortDay('2025-12-31T20:00:00.000Z', '2026-11-20T10:00:00.000Z')).toBe('1 Jan');
  });

  it('uses the largest unit that fits, never in the future', () => {
    const now = Date.UTC(2026, 10, 20, 12);
    const ago = (minutes: number) => elapsed(now - minutes * 60_000, now);
    expect(ago(-5)).toEqual({ unit: 'now', count: 0 });
    expect(ago(59)).toEqual({ unit: 'minutes', count: 59 });
    expect(ago(60)).toEqual({ unit: 'hours', count: 1 });
    expect(ago(24 * 60)).toEqual({ unit: 'days', count: 1 });
    expect(ago(7 * 24 * 60)).toBeUndefined();
  });
});
