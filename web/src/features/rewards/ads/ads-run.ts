import { AD_CLAIMS_A_DAY, AD_CLAIMS_SHORT, type RewardAd } from '@adda/contract/rewards';

/** A sequence of a category's ads (AD-04) and its progress. */
export type AdsRun = {
  readonly ads: readonly RewardAd[];
  readonly index: number;
  /** Clicks of the current ad that the server has counted. */
  readonly clicksDone: number;
  /** Claimed coins. */
  readonly earned: number;
  readonly skipped: readonly RewardAd[];
};

/** Starts at the first ad; `earned` was claimed before. */
export const startRun = (ads: readonly RewardAd[], earned = 0): AdsRun => ({
  ads,
  index: 0,
  clicksDone: 0,
  earned,
  skipped: [],
});

/** Returns the current ad; undefined after the last one. */
export const currentAd = (run: AdsRun): RewardAd | undefined => run.ads[run.index];

/** Whether the current ad's clicks are complete and its reward can be claimed. */
export const isClaimable = (run: AdsRun): boolean => {
  const ad = currentAd(run);
  return ad !== undefined && run.clicksDone >= ad.clicks;
};

/** Sets the number of clicks that the server has counted. */
export const withClicks = (run: AdsRun, clicksDone: number): AdsRun => ({ ...run, clicksDone });

const advance = (run: AdsRun): AdsRun => ({ ...run, index: run.index + 1, clicksDone: 0 });

/** Records the claim of the current reward and moves to the next ad. */
export const afterClaim = (run: AdsRun): AdsRun => {
  const reward = currentAd(run)?.reward ?? 0;
  return { ...advance(run), earned: run.earned + reward };
};

/** Moves to the next ad without claiming. */
export const afterSkip = (run: AdsRun): AdsRun => {
  const ad = currentAd(run);
  return { ...advance(run), skipped: ad ? [...run.skipped, ad] : run.skipped };
};

/** Numbers of claimed rewards, counted by the server (AD-09). */
export type ClaimCounts = { readonly click_count_5min: number; readonly click_count_daily: number };

/** Returns the limit that locks further ads (AD-06, AD-10, AD-11). */
export function limitReached(counts: ClaimCounts): 'daily' | 'short' | undefined {
  if (counts.click_count_daily >= AD_CLAIMS_A_DAY) return 'daily';
  return counts.click_count_5min >= AD_CLAIMS_SHORT ? 'short' : undefined;
}
