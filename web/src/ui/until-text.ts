import { clockTime, nearDay, shortDay } from './time-format.ts';

/** '09:07 pm', or '3 Nov, 09:07 pm' on another day than today. */
export const untilText = (until: string): string =>
  nearDay(until) === 'today' ? clockTime(until) : `${shortDay(until)}, ${clockTime(until)}`;

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Replaces the times in a text of the server, such as 'You can write again at …', with readable ones (GR-03). */
export const withReadableTimes = (text: string): string => text.replace(ISO_TIME, untilText);
