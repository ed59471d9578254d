/** The wheel: its results, how many of a hundred spins show each, and the coins that each pays (SP-07, SP-08, X-42). */
export const WHEEL = [
  { outcome: 'Dog', weight: 30, coins: 0 },
  { outcome: 'Elephant', weight: 30, coins: 0 },
  { outcome: 'Goat', weight: 25, coins: 0 },
  { outcome: '1 Coin', weight: 10, coins: 1 },
  { outcome: '5 Coins', weight: 3, coins: 5 },
  { outcome: '10 Coins', weight: 2, coins: 10 },
] as const;

export type WheelOutcome = (typeof WHEEL)[number]['outcome'];

/** Paid spins per day (SP-06). */
export const PAID_SPINS_A_DAY = 3;

/** Duration of a spin, and of the result before the view closes, in milliseconds (SP-03, Q-35). */
export const SPIN_MS = 1000;
export const SPIN_CLOSE_MS = 2500;

/**
 * Referrals from one network (regardless of browsers) that are rewarded to one user without a review in this many seconds;
 * rewards for further ones wait for an administrator (SV-96).
 */
export const REFERRALS_FROM_ONE_NETWORK = { rewards: 2, seconds: 7 * 24 * 3600 } as const;

/** Rewards per page of the administrators' list. */
export const REFERRALS_PAGE = 20;
export const REFERRALS_PAGE_MAX = 100;

/** Time zone of a day: it begins at midnight there. */
export const REWARD_TIME_ZONE = 'Asia/Kolkata';

/** Limits of claimed ad rewards: in five minutes, and in a day (AD-10, AD-11, X-40). */
export const AD_CLAIMS_SHORT = 10;
export const AD_SHORT_SECONDS = 300;
export const AD_CLAIMS_A_DAY = 30;

/** Minimum time between two clicks on one ad, in milliseconds; the server does not count an earlier one (SV-88). */
export const AD_CLICK_SPACING_MS = 500;

/** The view closes this long after the last ad, in milliseconds (AD-05). */
export const ADS_CLOSE_MS = 2000;

/** Categories of reward ads, and the maximum coins of each (AD-12, AD-13). */
export const AD_CATEGORIES = ['regular', 'hot'] as const;
export type AdCategory = (typeof AD_CATEGORIES)[number];
export const AD_REWARD_MAX: Readonly<Record<AdCategory, number>> = { regular: 5, hot: 10 };

/** Maximum number of clicks that an ad requires. */
export const AD_CLICKS_MAX = 20;
