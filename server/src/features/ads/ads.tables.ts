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
};

/** Somebody who does not want to see an ad again. */
export type HiddenAdsTable = { user_id: number; ad_id: string; created_at: Generated<Date> };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ads: AdsTable;
    hidden_ads: HiddenAdsTable;
  }
}
