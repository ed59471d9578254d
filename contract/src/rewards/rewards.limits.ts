/** The wheel: what it can show, how often of a hundred spins, and the coins that it pays (SP-07, SP-08, X-42). */
export const WHEEL = [
  { outcome: 'Dog', weight: 30, coins: 0 },
  { outcome: 'Elephant', weight: 30, coins: 0 },
  { outcome: 'Goat', weight: 25, coins: 0 },
  { outcome: '1 Coin', weight: 10, coins: 1 },
  { outcome: '5 Coins', weight: 3, coins: 5 },
  { outcome: '10 Coins', weight: 2, coins: 10 },
] as const;

export type WheelOutcome = (typeof WHEEL)[number]['outcome'];

/** Spins of a day that pay (SP-06). */
export const PAID_SPINS_A_DAY = 3;

/** How long the wheel turns, and how long its result stays before the view closes by itself, in milliseconds (SP-03, Q-35). */
export const SPIN_MS = 1000;
export const SPIN_CLOSE_MS = 2500;

/**
 * Friends from one network, whatever their browsers, for whom one person is rewarded within so many seconds without a
 * question; the rewards for further ones wait for an administrator (SV-96).
 */
export const REFERRALS_FROM_ONE_NETWORK = { rewards: 2, seconds: 7 * 24 * 3600 } as const;

/** Rewards on one page of the administrators' list. */
export const REFERRALS_PAGE = 20;
export const REFERRALS_PAGE_MAX = 100;

/** Days begin at midnight here. */
export const REWARD_TIME_ZONE = 'Asia/Kolkata';

/** Rewards of ads that may be claimed: in five minutes, in a day (AD-10, AD-11, X-40). */
export const AD_CLAIMS_SHORT = 10;
export const AD_SHORT_SECONDS = 300;
export const AD_CLAIMS_A_DAY = 30;

/** Two clicks on one ad lie at least so far apart, in milliseconds; the server counts none that comes sooner (SV-88). */
export const AD_CLICK_SPACING_MS = 500;

/** The view closes so long after the last ad, in milliseconds (AD-05). */
export const ADS_CLOSE_MS = 2000;

/** Kinds of ads that pay, and the most coins that each may (AD-12, AD-13). */
export const AD_CATEGORIES = ['regular', 'hot'] as const;
export type AdCategory = (typeof AD_CATEGORIES)[number];
export const AD_REWARD_MAX: Readonly<Record<AdCategory, number>> = { regular: 5, hot: 10 };

/** Most clicks that an ad may ask for. */
export const AD_CLICKS_MAX = 20;
