import { WHEEL } from '@adda/contract/rewards';
import { describe, expect, it } from 'vitest';
import { landingAngle, outcomeUnderPointer, pointAt, segmentPath, segments, turnTo } from './wheel.ts';

describe('the wheel', () => {
  it('SP-07: every segment is as wide as its outcome is likely, and together they fill the circle', () => {
    const widths = Object.fromEntries(segments.map(({ outcome, from, to }) => [outcome, to - from]));
    expect(Object.keys(widths)).toHaveLength(WHEEL.length);
    for (const { outcome, weight } of WHEEL) expect(widths[outcome]).toBeCloseTo(weight * 3.6, 9);
    expect(segments[0]?.from).toBe(0);
    expect(segments.at(-1)?.to).toBeCloseTo(360, 9);
    for (const [index, segment] of segments.slice(1).entries())
      expect(segment.from).toBe(segments[index]?.to);
  });

  it('the narrow segments are never adjacent', () => {
    for (const [index, { coins }] of segments.entries()) {
      const next = segments[(index + 1) % segments.length];
      expect(coins > 0 && (next?.coins ?? 0) > 0).toBe(false);
    }
  });

  it.each(WHEEL.map(({ outcome }) => outcome))(
    'SP-03: lands inside the segment of %s, from any rotation',
    (outcome) => {
      const segment = segments.find((each) => each.outcome === outcome);
      for (const luck of [0, 0.001, 0.25, 0.5, 0.75, 0.999, 1]) {
        const angle = landingAngle(outcome, luck);
        expect(angle).toBeGreaterThan(segment?.from ?? Infinity);
        expect(angle).toBeLessThan(segment?.to ?? -Infinity);
        for (const now of [0, 17.3, 359.9, 1234.5, 36_000]) {
          const rotation = turnTo(now, angle);
          expect(outcomeUnderPointer(rotation)).toBe(outcome);
          expect(rotation - now).toBeGreaterThanOrEqual(3 * 360);
          expect(rotation - now).toBeLessThan(4 * 360);
        }
      }
    },
  );

  it('starts at the top and goes clockwise', () => {
    expect(pointAt(0, 10).y).toBeCloseTo(-10);
    expect(pointAt(90, 10).x).toBeCloseTo(10);
    expect(segmentPath({ from: 0, to: 90 }, 10)).toBe('M 0 0 L 0.000 -10.000 A 10 10 0 0 1 10.000 0.000 Z');
  });
});
