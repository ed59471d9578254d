import type { AdCategory } from '@adda/contract/rewards';
import type { Generated } from 'kysely';

/** An ad of the feed. */
export type AdsTable = {
  ad_id: string;
  sponsor: string;
  caption: string | null;
  image_id: string | null;
  target_url: string;
  active_from: Generated<Date>;
  active_to: Date | null;
  created_at: Generated<Date>;
  /** Number of views and clicks, counted once per user and hour. */
  impressions: Generated<number>;
  clicks_counted: Generated<number>;
};

/** An ad that pays coins for clicks. Once `ended_at` is set, another ad may use its type. */
export type RewardAdsTable = {
  ad_id: string;
  ad_type: string;
  category: AdCategory;
  reward: number;
  clicks: number;
  sponsor: string;
  caption: string | null;
  image_id: string | null;
  target_url: string | null;
  active_from: Generated<Date>;
  active_to: Date | null;
  ended_at: Date | null;
  created_at: Generated<Date>;
  clicks_counted: Generated<number>;
  /** The administrator who last set the reward, and who is not paid for it; null for a server command. */
  pay_set_by: number | null;
};

/** An ad that a user has hidden permanently. */
export type HiddenAdsTable = { user_id: number; ad_id: string; created_at: Generated<Date> };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ads: AdsTable;
    hidden_ads: HiddenAdsTable;
    reward_ads: RewardAdsTable;
  }
}
