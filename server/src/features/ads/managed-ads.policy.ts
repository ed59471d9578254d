import type { AdChange, AdInput } from '@adda/contract/ads';
import { AD_REWARD_MAX, type AdCategory } from '@adda/contract/rewards';
import { appError, ValidationError } from '../../platform/errors.ts';
import type { CountedAd } from './managed-ads.repository.ts';

/** The fields that only a reward ad has. */
type Pay = {
  readonly category: AdCategory;
  readonly ad_type: string;
  readonly reward: number;
  readonly clicks: number;
};

/**
 * Returns the fields that only a reward ad has; undefined for an ad of the feed. Throws `ad_incomplete` with the first
 * missing field, and `ad_reward_too_high`.
 */
export function payOf({ kind, category, adType, reward, clicks }: AdInput): Pay | undefined {
  if (kind === 'feed') return undefined;
  const missing = (what: string) => appError('ad_incomplete', { kind, what });
  if (category === undefined) throw missing('category');
  if (adType === undefined) throw missing('adType');
  if (reward === undefined) throw missing('reward');
  if (clicks === undefined) throw missing('clicks');
  assertReward(category, reward);
  return { category, ad_type: adType, reward, clicks };
}

/** Returns when a new ad is shown. Throws as {@link changesOf} does. */
export function timesOf({ active_from: from, active_to: to }: AdInput): {
  active_from: Date;
  active_to: Date | null;
} {
  return assertTimes(from === undefined ? new Date() : new Date(from), to ? new Date(to) : null);
}

/**
 * Returns the column changes of an ad; `pay` only for a reward ad. Throws `ad_reward_too_high`, and a `ValidationError`
 * for an end before the start.
 */
export function changesOf(ad: CountedAd, { active_from: from, active_to: to, ...input }: AdChange) {
  const start = from === undefined ? ad.active_from : new Date(from);
  const end = typeof to === 'string' ? new Date(to) : to === null ? null : ad.active_to;
  const category = input.category ?? ad.category;
  const reward = input.reward ?? ad.reward;
  if (category !== null && reward !== null && ad.kind === 'reward') assertReward(category, reward);
  const { sponsor = ad.sponsor, caption, target_url: targetUrl, clicks } = input;
  return {
    columns: { sponsor, caption, target_url: targetUrl, ...assertTimes(start, end) },
    pay: { category: input.category, reward: input.reward, clicks },
  };
}

/** Throws `ad_reward_too_high` above the maximum of the category (AD-12, AD-13). */
function assertReward(category: AdCategory, reward: number): void {
  const most = AD_REWARD_MAX[category];
  if (reward > most) throw appError('ad_reward_too_high', { most });
}

function assertTimes(from: Date, to: Date | null): { active_from: Date; active_to: Date | null } {
  if (to !== null && to <= from)
    throw new ValidationError([
      { loc: ['body', 'active_to'], msg: 'Choose an end that comes after the start.', type: 'custom' },
    ]);
  return { active_from: from, active_to: to };
}
