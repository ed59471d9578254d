/** Format of a plan's public id; no username may match it. */
export const PLAN_ID = /^plan_[0-9a-f]{24}$/;

/** Maximum length of a plan's name; the requirements do not define one. */
export const PLAN_NAME_MAX = 60;

/** Longest description of a plan (CO-04). */
export const PLAN_DESCRIPTION_MAX = 200;

/**
 * Limits of a plan's price in cents: PL-05 requires the minimum of 0.01, the maximum keeps sums within safe integers.
 */
export const PLAN_AMOUNT_MIN_CENTS = 1;
export const PLAN_AMOUNT_MAX_CENTS = 1_000_000;

/** Maximum validity of a plan in days. */
export const PLAN_DAYS_MAX = 3650;

/** Maximum number of plans per creator. */
export const PLANS_MAX = 20;

/** Creators per page of the horizontal list above the feed (FE-41). */
export const CREATORS_PAGE = 6;
export const CREATORS_PAGE_MAX = 50;

/** Default number of days of earnings, and the maximum of one response. */
export const EARNINGS_DAYS = 30;
export const EARNINGS_DAYS_MAX = 400;
