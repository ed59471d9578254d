import { REWARD_TIME_ZONE } from '@adda/contract/rewards';

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
