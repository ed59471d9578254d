import { expect, it } from 'vitest';
import { majorUnits, minorUnits } from './gateway.codec.ts';

it.each([
  [1, '0.01'],
  [10, '0.10'],
  [100, '1.00'],
  [9900, '99.00'],
  [1999, '19.99'],
  [123_456_789, '1234567.89'],
])('SU-14, X-10: %i cents are PayPal’s %s, and back', (cents, value) => {
  expect(majorUnits(cents)).toBe(value);
  expect(minorUnits(value)).toBe(cents);
});

it.each([
  ['5', 500],
  ['5.5', 550],
  ['0.29', 29],
])('SU-14: %s is %i cents', (value, cents) => {
  expect(minorUnits(value)).toBe(cents);
});

it.each(['', '5.', '.5', '5.000', '-5.00', '5,00', '5e2', ' 5.00', '0x10', 'NaN', '1'.repeat(13)])(
  'SU-14: %j is no amount',
  (value) => {
    expect(minorUnits(value)).toBeNaN();
  },
);
