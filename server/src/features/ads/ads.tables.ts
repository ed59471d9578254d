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
  /** How often it was seen and its link followed, once per person and hour. */
  impressions: Generated<number>;
  clicks_counted: Generated<number>;
};

/** An ad that pays for clicks. `ended_at`: another ad may have its type from then on. */
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
  /** The administrator who decided last what it pays, whom it pays nothing; null for a command on the server. */
  pay_set_by: number | null;
};

/** Somebody who does not want to see an ad again. */
export type HiddenAdsTable = { user_id: number; ad_id: string; created_at: Generated<Date> };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ads: AdsTable;
    hidden_ads: HiddenAdsTable;
    reward_ads: RewardAdsTable;
  }
}
