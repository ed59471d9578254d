import { AD_CLAIMS_A_DAY, AD_CLAIMS_SHORT, type RewardAd } from '@adda/contract/rewards';

/** Ads of a category one after the other (AD-04), and how far somebody is with them. */
export type AdsRun = {
  readonly ads: readonly RewardAd[];
  readonly index: number;
  /** Clicks of the ad that is shown, as the server has counted them. */
  readonly clicksDone: number;
  /** Coins that were claimed. */
  readonly earned: number;
  readonly skipped: readonly RewardAd[];
};

/** Begins with the first of some ads; `earned` was claimed before. */
export const startRun = (ads: readonly RewardAd[], earned = 0): AdsRun => ({
  ads,
  index: 0,
  clicksDone: 0,
  earned,
  skipped: [],
});

/** The ad that is shown; undefined after the last one. */
export const currentAd = (run: AdsRun): RewardAd | undefined => run.ads[run.index];

/** Whether the clicks of the shown ad are done and its reward waits. */
export const isClaimable = (run: AdsRun): boolean => {
  const ad = currentAd(run);
  return ad !== undefined && run.clicksDone >= ad.clicks;
};

/** The server has counted so many clicks. */
export const withClicks = (run: AdsRun, clicksDone: number): AdsRun => ({ ...run, clicksDone });

const onward = (run: AdsRun): AdsRun => ({ ...run, index: run.index + 1, clicksDone: 0 });

/** The reward of the shown ad was claimed: the next one follows. */
export const afterClaim = (run: AdsRun): AdsRun => {
  const reward = currentAd(run)?.reward ?? 0;
  return { ...onward(run), earned: run.earned + reward };
};

/** The next ad without the reward of this one. */
export const afterSkip = (run: AdsRun): AdsRun => {
  const ad = currentAd(run);
  return { ...onward(run), skipped: ad ? [...run.skipped, ad] : run.skipped };
};

/** How many rewards were claimed, as the server counts them (AD-09). */
export type ClaimCounts = { readonly click_count_5min: number; readonly click_count_daily: number };

/** Which limit locks further ads (AD-06, AD-10, AD-11). */
export function limitReached(counts: ClaimCounts): 'daily' | 'short' | undefined {
  if (counts.click_count_daily >= AD_CLAIMS_A_DAY) return 'daily';
  return counts.click_count_5min >= AD_CLAIMS_SHORT ? 'short' : undefined;
}
