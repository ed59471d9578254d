import type { AdCategory } from '@adda/contract/rewards';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

/** A reward ad: pays `reward` coins after `clicks` clicks (SV-87). */
export type RewardAd = {
  readonly adType: string;
  readonly category: AdCategory;
  readonly reward: number;
  readonly clicks: number;
  readonly sponsor: string;
  /** Null if there is nothing to open. */
  readonly url: string | null;
  /** The picture; null for none. */
  readonly imageId: string | null;
  /** The administrator who set the reward, and who is not paid for it. */
  readonly paySetBy: number | null;
};

/** Returns the reward ads that run now, of one category or all, in the order of creation. */
export const listRewardAds = (db: Queryable, category?: AdCategory): Promise<RewardAd[]> =>
  running(db)
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? 'regular'))
    .orderBy('created_at')
    .orderBy('ad_id')
    .execute();

/** Returns the running reward ad of a type. */
export const findRewardAd = (db: Queryable, adType: string): Promise<RewardAd | undefined> =>
  running(db).where('ad_type', '=', adType).executeTakeFirst();

/** Counts a click on the reward ad of a type. */
export async function countAdClick(db: Queryable, adType: string): Promise<void> {
  await db
    .updateTable('reward_ads')
    .set({ clicks_counted: sql`clicks_counted + 1` })
    .where('ad_type', '=', adType)
    .where('ended_at', 'is', null)
    .execute();
}

const running = (db: Queryable) =>
  db
    .selectFrom('reward_ads')
    .select([
      'ad_type as adType',
      'category',
      'reward',
      'clicks',
      'sponsor',
      'target_url as url',
      'image_id as imageId',
      'pay_set_by as paySetBy',
    ])
    .where('ended_at', 'is', null)
    .where('active_from', '<=', sql<Date>`now()`)
    .where((where) => where.or([where('active_to', 'is', null), where('active_to', '>', sql<Date>`now()`)]));
