import { useNow } from '../../../ui/time-clock.ts';

/** Now, in ms, for what begins and ends; never before what is shown was read, so that what just ended is over. */
export const useStateClock = (readAt: number): number => Math.max(useNow(), readAt);
