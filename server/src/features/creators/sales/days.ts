/** Days begin at midnight in India, which has one time zone and no summer time. */
export const INDIA = '5 hours 30 minutes';
const AHEAD_MS = 19_800_000;
const DAY_MS = 86_400_000;

/** The first day that four digits of a year can write. */
const FIRST = Date.parse('0000-01-01');

const isoDay = (moment: number): string =>
  new Date(Math.max(moment, FIRST)).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The day of a moment, as `YYYY-MM-DD`. */
export const dayOf = (moment: Date): string => isoDay(moment.getTime() + AHEAD_MS);

/** The day so many days after another one; before it where `days` is below zero. */
export const dayAfter = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY_MS);

/** When a day begins, and when it ends. */
export const startOf = (day: string): Date => new Date(Date.parse(day) - AHEAD_MS);
export const endOf = (day: string): Date => new Date(Date.parse(day) - AHEAD_MS + DAY_MS);

/** How many days there are from one to another, both included; not above zero where the first is the later one. */
export const countDays = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
