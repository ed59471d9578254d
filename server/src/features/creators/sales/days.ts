/** Days begin at midnight in India, which has one time zone and no daylight saving time. */
export const INDIA = '5 hours 30 minutes';
const AHEAD_MS = 19_800_000;
const DAY_MS = 86_400_000;

/** The first day that a four-digit year can express. */
const FIRST = Date.parse('0000-01-01');

const isoDay = (moment: number): string =>
  new Date(Math.max(moment, FIRST)).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Returns the day of a time as `YYYY-MM-DD`. */
export const dayOf = (moment: Date): string => isoDay(moment.getTime() + AHEAD_MS);

/** Returns the day `days` days later, or earlier if `days` is negative. */
export const dayAfter = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY_MS);

/** The start of a day, and its end (exclusive). */
export const startOf = (day: string): Date => new Date(Date.parse(day) - AHEAD_MS);
export const endOf = (day: string): Date => new Date(Date.parse(day) - AHEAD_MS + DAY_MS);

/** Returns the number of days between two days, both included; zero or less if they are in the wrong order. */
export const countDays = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
