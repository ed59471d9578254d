import { CURSOR_MAX } from '@adda/contract/kernel';
import { expect, it } from 'vitest';
import { LIST_MINUTES, readCursor, writeCursor } from './list-cursor.ts';

const now = new Date('2026-11-21T12:00:00Z');
const usual = { startedAt: now, position: new Date('2026-11-20T08:15:30.123Z'), id: 4_711_000_815 };

/** A snapshot with `running` transactions whose ids are `distance` apart. */
function snapshotOf(running: number, distance = 1, from = 912_345_678) {
  const ids = Array.from({ length: running }, (_, n) => from + n * distance);
  return `${from}:${(ids.at(-1) ?? from) + 1}:${ids.join(',')}`;
}

it.each([
  ['nothing is running', '743:743:'],
  ['the lowest one is not listed', '743:750:745,749'],
  ['one has been running for long', '743:912345678:743,912345677'],
  ['18 are running', snapshotOf(18)],
  ['500 are running, far from each other', snapshotOf(500, 1_000_000)],
])('SV-20: a cursor is decoded unchanged and fits into a URL: %s', (_what, snapshot) => {
  const text = writeCursor({ ...usual, snapshot });
  expect(text).toMatch(/^[\w.-]+$/);
  expect(text.length).toBeLessThanOrEqual(CURSOR_MAX);
  expect(readCursor(text, now)).toEqual({ ...usual, snapshot });
});

it('CL-05: a cursor names who was on the first page of a replica, and fits into a URL with 100 of them', () => {
  const shown = Array.from({ length: 100 }, (_, n) => 2 ** 40 - n);
  const text = writeCursor({ ...usual, snapshot: snapshotOf(500, 1000), shown });
  expect(text).toMatch(/^[\w.-]+$/);
  expect(text.length).toBeLessThanOrEqual(CURSOR_MAX);
  expect(readCursor(text, now)?.shown).toEqual(shown);
  expect(readCursor(`${text}_`, now)).toBeUndefined();
  expect(readCursor(`${text}_-1`, now)).toBeUndefined();
});

it('SV-20: with more transactions the cursor keeps the youngest', () => {
  const text = writeCursor({ ...usual, snapshot: snapshotOf(2000, 5, 1000) });
  expect(text.length).toBeLessThanOrEqual(CURSOR_MAX);
  expect(readCursor(text, now)?.snapshot).toBe(snapshotOf(500, 5, 1000 + 1500 * 5));
});

it('CV-11: a cursor that is too old or from the future is refused; small clock differences are accepted', () => {
  const text = writeCursor({ ...usual, snapshot: '743:743:' });
  const at = (seconds: number) => readCursor(text, new Date(now.getTime() + seconds * 1000));
  expect(at(LIST_MINUTES * 60 - 1)).toBeDefined();
  expect(at(LIST_MINUTES * 60 + 1)).toBeUndefined();
  expect(at(-59)).toBeDefined();
  expect(at(-61)).toBeUndefined();
});

it.each([
  '',
  'abc',
  '2',
  '2.1.1.1',
  '1.mi8vbkg0.1.1.a.0',
  '2.mi8vbkg0.1.1.a',
  '2.mi8vbkg0.1.1.0.0',
  '2.mi8vbkg0.1.1.a.1.0',
  '2.mi8vbkg0.1.1.a.0.-1',
  '2.mi8vbkg0.1.1.zzzzzzzzzzz.0',
  '2.mi8vbkg0.zzzzzzzzzz.1.a.0',
  '2.mi8vbkg0.1.A.a.0',
  '2.mi8vbkg0.1.1. a.0',
])('CV-11: is not a valid cursor: %s', (text) => {
  expect(readCursor(text, new Date(Number.parseInt('mi8vbkg0', 36)))).toBeUndefined();
});
