import { expect, it } from 'vitest';
import { positionOf } from './primary-positions.ts';

it('CL-05: positions in the write-ahead log are compared as numbers of 64 bits', () => {
  expect(positionOf('0/0')).toBe(0n);
  expect(positionOf('16/B374D848')).toBe(0x16_b374_d848n);
  expect(positionOf('FFFFFFFF/FFFFFFFF')).toBe(2n ** 64n - 1n);
  expect(positionOf('A/0') > positionOf('9/FFFFFFFF')).toBe(true);
});
