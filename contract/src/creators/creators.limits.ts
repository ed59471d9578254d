/** The form of a plan's public id, which no username may have. */
export const PLAN_ID = /^plan_[0-9a-f]{24}$/;

/** Longest name of a plan; the specification gives none. */
export const PLAN_NAME_MAX = 60;

/** Longest description of a plan (CO-04). */
export const PLAN_DESCRIPTION_MAX = 200;

/** Bounds of a plan's price in cents: 0.01 is the specification's (PL-05), the upper one keeps sums sane. */
export const PLAN_AMOUNT_MIN_CENTS = 1;
export const PLAN_AMOUNT_MAX_CENTS = 1_000_000;

/** Longest validity of a plan in days. */
export const PLAN_DAYS_MAX = 3650;

/** Plans that somebody may have at once. */
export const PLANS_MAX = 20;

/** Creators on a page of the strip (FE-41). */
export const CREATORS_PAGE = 6;
export const CREATORS_PAGE_MAX = 50;

/** Days of earnings unless told, and the most that one call answers. */
export const EARNINGS_DAYS = 30;
export const EARNINGS_DAYS_MAX = 400;
