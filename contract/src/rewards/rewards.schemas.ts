import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';
import { AD_CATEGORIES, WHEEL } from './rewards.limits.ts';

export const wheelOutcome = z.enum(WHEEL.map(({ outcome }) => outcome));
export const adCategory = z.enum(AD_CATEGORIES);

/** The name of a reward ad. */
export const adType = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

/** A reward ad (SV-87): `reward` coins after `clicks` clicks. */
export const rewardAd = z.object({
  adType: z.string(),
  category: adCategory,
  reward: z.int(),
  clicks: z.int(),
  sponsor: z.nullable(z.string()),
  url: z.nullable(z.string()),
  media: z.nullable(z.string()),
});

export type RewardAd = z.output<typeof rewardAd>;

/** Public id of a referral reward that waits for an administrator. */
export const referralId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'Invalid referral ID'));

export const referralDecision = z.enum(['approved', 'refused']);

/** A referral reward that waits for review or was decided; users by their current usernames. */
export const referralReview = z.object({
  referral_id: referralId,
  /** The rewarded user, and the new user. */
  referrer: z.string(),
  friend: z.string(),
  status: z.enum(['waiting', 'approved', 'refused']),
  created_at: timestamp,
  decided_by: z.nullable(z.string()),
});

export type ReferralDecision = z.output<typeof referralDecision>;
export type ReferralReview = z.output<typeof referralReview>;
