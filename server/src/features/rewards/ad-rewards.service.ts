import { randomBytes } from 'node:crypto';
import { hundredthsOf } from '@adda/contract/kernel/money';
import { AD_CLAIMS_A_DAY, AD_CLAIMS_SHORT, AD_SHORT_SECONDS, type AdCategory } from '@adda/contract/rewards';
import type { Database, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { countAdClick, findRewardAd, listRewardAds, type RewardAd } from '../ads/index.ts';
import { coinLabel, credit, type Wallet } from '../wallet/index.ts';
import { rewardDay, secondsToNextDay } from './rewards.policy.ts';
import {
  countClaims,
  insertClaim,
  lockClaimer,
  type ClaimCounts,
  countClick,
  deleteRun,
  lockRun,
} from './rewards.repository.ts';

type Deps = {
  readonly database: Database;
  readonly wallet: Pick<Wallet, 'post'>;
  /** Returns a link to an image that works for one user only. */
  readonly imageLink: (imageId: string, audience: string) => string;
  readonly clock: () => Date;
};

const SESSION_BYTES = 12;

/**
 * Throws `ad_daily_limit` or `ad_short_limit`, with the time to try again, unless another claim is allowed (AD-20,
 * AD-21).
 */
function refuseTooMany({ daily, recent, since }: ClaimCounts, now: Date): void {
  if (daily >= AD_CLAIMS_A_DAY) throw appError('ad_daily_limit', { retry_after: secondsToNextDay(now) });
  if (recent < AD_CLAIMS_SHORT) return;
  const waited = (now.getTime() - (since ?? now).getTime()) / 1000;
  throw appError('ad_short_limit', { retry_after: Math.max(1, Math.ceil(AD_SHORT_SECONDS - waited)) });
}

/** Returns a running ad that pays this user: an administrator is not paid for an ad whose reward they set. */
async function runningAd(tx: Tx, userId: number, adType: string): Promise<RewardAd> {
  const ad = await findRewardAd(tx, adType);
  if (!ad) throw appError('invalid_ad_type');
  if (ad.paySetBy === userId) throw appError('own_ad');
  return ad;
}

/** Service for reward ads. */
export type AdRewards = ReturnType<typeof createAdRewards>;

/** Creates the commands of reward ads (SV-87 to SV-89). */
export function createAdRewards({ database, wallet, imageLink, clock }: Deps) {
  const pay = (tx: Tx, userId: number, { ad, cause }: { ad: RewardAd; cause: string }) => {
    const line = { type: 'ad_reward', description: `Ad reward: ${ad.sponsor}` } as const;
    const basics = { cause, kind: 'ad_reward', amount: hundredthsOf(ad.reward) };
    return wallet.post(tx, [credit(basics, { payee: userId, origin: 'given', line })]);
  };

  const shownAd = (ad: RewardAd, userId: number) => ({
    adType: ad.adType,
    category: ad.category,
    reward: ad.reward,
    clicks: ad.clicks,
    sponsor: ad.sponsor,
    url: ad.url,
    media: ad.imageId === null ? null : imageLink(ad.imageId, `user:${userId}`),
  });

  return {
    /** Returns the running reward ads, and the caller's number of claims (SV-87). */
    async list({ userId }: Actor, category?: AdCategory) {
      const now = clock();
      const ads = await listRewardAds(database.db, category);
      const { daily, recent } = await countClaims(database.db, userId, { day: rewardDay(now), now });
      return {
        ads: ads.filter((ad) => ad.paySetBy !== userId).map((ad) => shownAd(ad, userId)),
        click_count_5min: recent,
        click_count_daily: daily,
      };
    },

    /**
     * Counts a click, or returns the unchanged count if it follows too soon (SV-88). Throws `invalid_ad_type` or
     * `own_ad`.
     */
    click: ({ userId }: Actor, adType: string) =>
      database.transaction(async (tx) => {
        const { clicks: required } = await runningAd(tx, userId, adType);
        const session = randomBytes(SESSION_BYTES).toString('hex');
        const counted = await countClick(tx, { userId, adType, session, required, now: clock() });
        const run = counted ?? (await lockRun(tx, userId, adType));
        if (counted) await countAdClick(tx, adType);
        return {
          clicks_done: Math.min(run?.clicks ?? 0, required),
          clicks_required: required,
          ad_session: run?.ad_session ?? session,
        };
      }),

    /**
     * Pays the reward of an ad whose clicks are complete, and resets them (SV-89). The catalogue sets the amount (R-11,
     * Throws `invalid_ad_type`, `own_ad`, `invalid_reward_amount`, `ad_clicks_missing` or one of the limits.
     */
    claim: ({ userId }: Actor, { adType, amount }: { readonly adType: string; readonly amount: number }) =>
      database.transaction(async (tx) => {
        await lockClaimer(tx, userId);
        const ad = await runningAd(tx, userId, adType);
        if (amount !== ad.reward) throw appError('invalid_reward_amount');
        const run = await lockRun(tx, userId, adType);
        if (!run || run.clicks < ad.clicks) throw appError('ad_clicks_missing');
        const now = clock();
        const day = rewardDay(now);
        const counts = await countClaims(tx, userId, { day, now });
        refuseTooMany(counts, now);
        const n = counts.daily + 1;
        const paid = hundredthsOf(ad.reward);
        await insertClaim(tx, { user_id: userId, day, n, ad_type: adType, paid, claimed_at: now });
        await deleteRun(tx, userId, adType);
        await pay(tx, userId, { ad, cause: `ad:${userId}:${day}:${n}` });
        return {
          message: `You earned ${coinLabel(ad.reward)}!`,
          click_count_5min: counts.recent + 1,
          click_count_daily: n,
        };
      }),
  };
}
