import { randomInt } from 'node:crypto';
import { WHEEL } from '@adda/contract/rewards';

/** A slice of the wheel with its coins. */
export type Slice = (typeof WHEEL)[number];

const TOTAL = WHEEL.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the slice of a number from 0 to the sum of all weights, exclusive (SP-07). */
export function sliceAt(number: number): Slice {
  let rest = number;
  for (const slice of WHEEL) {
    if (rest < slice.weight) return slice;
    rest -= slice.weight;
  }
  throw new RangeError(`${number} is not on the wheel.`);
}

/** Draws a slice by its weight, unpredictably (SV-86). */
export const spinWheel = (): Slice => sliceAt(randomInt(TOTAL));
