import * as z from 'zod/mini';
import { AD_CATEGORIES, WHEEL } from './rewards.limits.ts';

export const wheelOutcome = z.enum(WHEEL.map(({ outcome }) => outcome));
export const adCategory = z.enum(AD_CATEGORIES);

/** The name of an ad that pays. */
export const adType = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

/** An ad that pays (SV-87): `reward` coins after `clicks` clicks. */
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
