import { randomInt } from 'node:crypto';
import { REWARD_TIME_ZONE, WHEEL } from '@adda/contract/rewards';

/** Formats local times as `YYYY-MM-DD HH:MM:SS`. */
const local = new Intl.DateTimeFormat('sv-SE', {
  timeZone: REWARD_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Returns the day, `YYYY-MM-DD`, to which rewards at this time belong. */
export const rewardDay = (now: Date): string => local.format(now).slice(0, 10);

/** Returns the whole seconds until the next reward day, at least one. */
export function secondsToNextDay(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = local.format(now).slice(11).split(':').map(Number);
  return 24 * 3600 - (hours * 3600 + minutes * 60 + seconds);
}

/** A slice of the wheel with its coins. */
type Slice = (typeof WHEEL)[number];

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
