import { useNow } from '../../../ui/time-clock.ts';

/** Returns the current time in ms for schedules; never before `readAt`, so that a just ended ad counts as ended. */
export const useStateClock = (readAt: number): number => Math.max(useNow(), readAt);
