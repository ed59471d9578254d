import { describe, expect, it } from 'vitest';
import { createHeardNumbers, createOwnNumbers } from './publication-numbers.ts';

function hearing() {
  const gaps: string[] = [];
  const numbers = createHeardNumbers(() => gaps.push('gap'));
  const hear = (number: number, previous: number, channel = 'group:g', node = 'a') =>
    numbers.isNew({ channel, node, number, previous });
  return { ...numbers, hear, gaps };
}

describe('numbers of publications (CL-01)', () => {
  it('ascend, and name the one before on the same channel', () => {
    const { next } = createOwnNumbers();
    expect(['g', 'h', 'g', 'h'].map(next)).toEqual([
      { number: 1, previous: 0 },
      { number: 2, previous: 0 },
      { number: 3, previous: 1 },
      { number: 4, previous: 2 },
    ]);
  });

  it('R-04: what follows another number than the last one is a gap, once', () => {
    const { hear, gaps } = hearing();
    expect([hear(4, 2), hear(6, 4), hear(9, 8), hear(10, 9)]).toEqual([true, true, true, true]);
    expect(gaps).toHaveLength(1);
  });

  it('R-03: a publication that was sent again is a duplicate and no gap', () => {
    const { hear, gaps } = hearing();
    expect([hear(1, 0), hear(2, 1), hear(1, 0), hear(2, 1), hear(3, 2)]).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(gaps).toEqual([]);
  });

  it('are independent for each channel and node', () => {
    const { hear, gaps } = hearing();
    hear(1, 0);
    hear(2, 0, 'group:h');
    hear(3, 1);
    hear(1, 0, 'group:g', 'b');
    expect(gaps).toEqual([]);
  });

  it('start again on a channel that was left or forgotten', () => {
    const { hear, forget, gaps } = hearing();
    hear(1, 0);
    forget('group:g');
    expect(hear(9, 8)).toBe(true);
    const { next } = createOwnNumbers(2);
    ['g', 'h', 'i'].forEach(next);
    expect(next('g').previous).toBe(0);
    expect(hear(12, 0)).toBe(true);
    expect(gaps).toEqual([]);
  });
});
