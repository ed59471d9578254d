import { describe, expect, it } from 'vitest';
import { birthDateOf, isAgeConsistent, checkAge, classifyToken, randomId } from './accounts.policy.ts';

const today = new Date('2026-03-01T12:00:00Z');

describe('X-08, CO-29: checkAge', () => {
  it.each([
    ['2008-03-01', 'welcome'],
    ['2008-03-02', 'too_young'],
    ['2008-02-29', 'welcome'],
    ['2026-03-01', 'too_young'],
    ['2026-03-02', 'not_plausible'],
    ['1925-03-02', 'welcome'],
    ['1925-03-01', 'not_plausible'],
  ])('%s: %s', (birthDate, verdict) => {
    expect(checkAge(birthDate, today)).toBe(verdict);
  });

  it('a user born on a leap day has their birthday on 1 March in other years', () => {
    expect(checkAge('2008-02-29', new Date('2026-02-28T23:59:59Z'))).toBe('too_young');
    expect(checkAge('2008-02-29', new Date('2026-03-01T00:00:00Z'))).toBe('welcome');
  });
});

describe('SV-01: birthDateOf', () => {
  it('an age may differ by one within a day of the birthday, because of time zones', () => {
    const born = '2000-06-15';
    const agrees = (age: number, now: string) => isAgeConsistent({ birth_date: born, age }, new Date(now));
    expect([24, 25].map((age) => agrees(age, '2025-06-15T00:30:00Z'))).toEqual([true, true]);
    expect([24, 25].map((age) => agrees(age, '2025-06-13T09:00:00Z'))).toEqual([true, false]);
    expect([24, 25].map((age) => agrees(age, '2025-06-17T00:00:00Z'))).toEqual([false, true]);
    expect(isAgeConsistent({ birth_date: born }, new Date())).toBe(true);
    expect(isAgeConsistent({ age: 20 }, new Date())).toBe(true);
  });

  it('prefers the birth date to the age', () => {
    expect(birthDateOf({ birth_date: '1990-01-01', age: 20 }, today)).toBe('1990-01-01');
  });

  it.each([18, 19, 20, 40, 100])('an age of %i is correct on the day it is given', (age) => {
    for (const day of ['2024-02-29', '2026-03-01', '2026-12-31'].map((text) => new Date(text))) {
      expect(checkAge(birthDateOf({ age }, day), day)).toBe('welcome');
      expect(checkAge(birthDateOf({ age: 17 }, day), day)).toBe('too_young');
      expect(checkAge(birthDateOf({ age: 101 }, day), day)).toBe('not_plausible');
    }
  });
});

describe('R-18: classifyToken', () => {
  const session = { tokenId: 'new', previousTokenId: 'before', rotatedAt: today };
  const after = (seconds: number) => new Date(today.getTime() + seconds * 1000);
  it.each([
    ['new', 0, 'current'],
    ['new', 100_000, 'current'],
    ['before', 0, 'grace'],
    ['before', 30, 'grace'],
    ['before', 30.001, 'old'],
    ['older', 0, 'old'],
  ])('%s after %f seconds: %s', (tokenId, seconds, verdict) => {
    expect(classifyToken(session, tokenId, after(seconds))).toBe(verdict);
  });
});

it('ID-08: ids of sessions, tokens and links are 128 random bits', () => {
  const ids = Array.from({ length: 1000 }, randomId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(16);
  // Of a thousand ids each bit is set in about half; a bit that is not random would be far from that.
  for (let bit = 0; bit < 128; bit += 1) {
    const set = ids.filter((id) => ((Buffer.from(id, 'base64url')[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
    expect(set).toBeGreaterThan(350);
    expect(set).toBeLessThan(650);
  }
});
