import { expect, it } from 'vitest';
import { rangeOf } from './send-file.ts';

it.each([
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=5-', { from: 5, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['Bytes=99-99', { from: 99, to: 99 }],
  ['bytes=90-1000', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
])('SV-60: of 100 bytes, %s results in %j', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

it.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=9-5',
  'bytes=0-1,5-6',
  'bytes=a-b',
  'bytes=0x1-',
  'bytes=1.5-2',
  'bytes=--5',
  'items=0-5',
  'bytes=0-5 ',
  `bytes=${'9'.repeat(400)}-`,
])('SV-60: %j is ignored', (header) => {
  expect(rangeOf(header, 100)).toBeUndefined();
});

it('SV-60: an empty file has no satisfiable range', () => {
  expect(['bytes=0-', 'bytes=-1', 'bytes=0-0'].map((header) => rangeOf(header, 0))).toEqual(
    Array.from({ length: 3 }, () => 'unsatisfiable'),
  );
});
