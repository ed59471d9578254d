import { expect, it } from 'vitest';
import { createEntryLimits, ENTRIES_PER_EVENT, ENTRIES_PER_SOURCE } from './entry-limits.ts';

type Event = 'refused' | 'succeeded';

const open = () => createEntryLimits<Event>((event) => event === 'refused');

/** Returns how many of the entries may be written. */
function written(limits: ReturnType<typeof open>, event: Event, sources: readonly string[]): number {
  return sources.filter((source) => limits.mayWrite(event, source)).length;
}

const repeated = (source: string, length: number) => Array.from({ length }, () => source);
const different = (length: number) => Array.from({ length }, (_, n) => `source ${n}`);

it('ID-08: one source gets a few entries of an event in a window, and what is left out is counted', () => {
  const limits = open();
  expect(written(limits, 'refused', repeated('a', 1000))).toBe(ENTRIES_PER_SOURCE);
  expect(written(limits, 'refused', ['b'])).toBe(1);
  expect(written(limits, 'succeeded', ['a'])).toBe(1);
  expect(limits.endWindow()).toEqual([{ event: 'refused', source: 'a', count: 1000 - ENTRIES_PER_SOURCE }]);
  expect(written(limits, 'refused', ['a'])).toBe(1);
  expect(limits.endWindow()).toEqual([]);
});

it('ID-08: many sources together have a limit of the event, other events their own', () => {
  const limits = open();
  expect(written(limits, 'refused', different(5000))).toBe(ENTRIES_PER_EVENT);
  // A source that has entries gets no further ones either.
  expect(written(limits, 'refused', repeated('source 0', 3))).toBe(0);
  expect(written(limits, 'succeeded', different(5000))).toBe(5000);
  expect(limits.endWindow()).toEqual([
    { event: 'refused', source: undefined, count: 5003 - ENTRIES_PER_EVENT },
  ]);
});

it('ID-08: the report of a window is short, however many sources were limited', () => {
  const limits = open();
  const sources = different(29);
  for (const source of sources) written(limits, 'refused', repeated(source, 2 * ENTRIES_PER_SOURCE));
  const leftOut = limits.endWindow();
  expect(leftOut).toHaveLength(11);
  expect(leftOut.at(-1)).toMatchObject({ source: undefined });
  const total = leftOut.reduce((sum, { count }) => sum + count, 0);
  expect(total).toBe(sources.length * ENTRIES_PER_SOURCE);
});
