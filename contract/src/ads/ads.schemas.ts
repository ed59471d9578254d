import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';
import { AD_CLICKS_MAX } from '../rewards/rewards.limits.ts';
import { adCategory, adType } from '../rewards/rewards.schemas.ts';

/** Public id of an ad: `ad_` and 24 hex digits; also the `media_id` of the feed item that shows it. */
export const adId = z.string().check(z.regex(/^ad_[0-9a-f]{24}$/, 'Invalid ad ID'));

/** `feed`: shown in the feed; `reward`: clicked for coins (SV-90). */
export const adKind = z.enum(['feed', 'reward']);

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const webAddress = z.url({ protocol: /^https?$/ }).check(z.maxLength(2048));

const adFields = {
  sponsor: text(80),
  caption: z.optional(z.nullable(text(500))),
  media_url: z.optional(z.nullable(webAddress)),
  target_url: webAddress,
  category: z.optional(adCategory),
  adType: z.optional(adType),
  reward: z.optional(z.int().check(z.positive())),
  clicks: z.optional(z.int().check(z.positive(), z.maximum(AD_CLICKS_MAX))),
  active_from: z.optional(timestamp),
  active_to: z.optional(z.nullable(timestamp)),
};

/** A new ad. A reward ad also needs category, type, reward and clicks. */
export const adInput = z.strictObject({ kind: adKind, ...adFields });

/** Changes of an ad; kind and type can't be changed. */
export const adChange = z.strictObject({
  ...adFields,
  sponsor: z.optional(adFields.sponsor),
  target_url: z.optional(adFields.target_url),
  adType: z.optional(z.never()),
});

/** An ad as administrators see it. */
export const managedAd = z.object({
  ad_id: adId,
  kind: adKind,
  sponsor: z.string(),
  caption: z.nullable(z.string()),
  media_url: z.nullable(z.string()),
  target_url: z.nullable(z.string()),
  category: z.nullable(adCategory),
  adType: z.nullable(z.string()),
  reward: z.nullable(z.int()),
  clicks: z.nullable(z.int()),
  active_from: timestamp,
  active_to: z.nullable(timestamp),
  created_at: timestamp,
  /** Numbers of impressions and hides; null for reward ads, where neither is counted. */
  impressions: z.nullable(z.int()),
  hides: z.nullable(z.int()),
  clicks_counted: z.int(),
});

export type AdInput = z.output<typeof adInput>;
export type AdChange = z.output<typeof adChange>;
export type ManagedAd = z.output<typeof managedAd>;
