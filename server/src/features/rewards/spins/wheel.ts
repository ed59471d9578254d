import { randomInt } from 'node:crypto';
import { WHEEL } from '@adda/contract/rewards';

/** A place on the wheel, with the coins that it pays. */
export type Slice = (typeof WHEEL)[number];

const TOTAL = WHEEL.reduce((sum, { weight }) => sum + weight, 0);

/** The slice of a number from 0 up to, without it, the sum of all weights (SP-07). */
export function sliceAt(number: number): Slice {
  let rest = number;
  for (const slice of WHEEL) {
    if (rest < slice.weight) return slice;
    rest -= slice.weight;
  }
  throw new RangeError(`${number} is not on the wheel.`);
}

/** Draws a slice by its weight, so that nobody can foresee it (SV-86). */
export const spinWheel = (): Slice => sliceAt(randomInt(TOTAL));
