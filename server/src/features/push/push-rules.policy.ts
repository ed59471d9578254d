import type { QuietHours } from '@adda/contract/activity';
import { PUSH_RETRY_SECONDS } from '@adda/contract/push';

/**
 * Returns whether a moment is in the quiet hours of a user, in their time zone and with its summer time: from the first minute up to
 * the last one, which is not quiet any more. From a time to the same one is the whole day (NT-03).
 */
export function isQuiet({ from, to, time_zone: timeZone }: QuietHours, at: Date): boolean {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat('en-GB', options).format(at);
  return from < to ? from <= time && time < to : from <= time || time < to;
}

/**
 * Returns after how many seconds a push is tried again that failed `attempts` times before this time, or undefined if it is not. What
 * the push service asks for is kept if it is longer (PN-03).
 */
export function secondsUntilRetry(attempts: number, retryAfterSeconds = 0): number | undefined {
  const seconds = PUSH_RETRY_SECONDS[attempts];
  return seconds === undefined ? undefined : Math.max(seconds, retryAfterSeconds);
}
