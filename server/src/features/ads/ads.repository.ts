import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { AdCategory } from '@adda/contract/rewards';
import type { Queryable } from '../../platform/database/index.ts';
import type { AdsTable } from './ads.tables.ts';

/** A range of ad slots in a list, counted from 0; `to` is exclusive. */
export type AdSlots = { readonly from: number; readonly to: number };

/** An ad and its slot; `created_at` in ISO 8601. */
export type SlotAd = {
  readonly slot: number;
  readonly ad_id: string;
  readonly sponsor: string;
  readonly caption: string | null;
  readonly image_id: string | null;
  readonly target_url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly created_at: string;
};

/** The ad runs now and the viewer has not hidden it (SV-55, SV-66). */
const isShownTo = (viewerId: number) => sql<boolean>`
  ad.active_from <= now() AND (ad.active_to IS NULL OR ad.active_to > now())
    AND NOT EXISTS (SELECT FROM hidden_ads WHERE hidden_ads.ad_id = ad.ad_id AND hidden_ads.user_id = ${viewerId})`;

/**
 * Returns SQL of a scalar query: the ads of some slots as a JSON list of {@link SlotAd}, empty if there is no ad for
 * this viewer. Ads rotate from slot to slot, with a different start for each viewer.
 */
export function adsOfSlots(viewerId: number, { from, to }: AdSlots): RawBuilder<SlotAd[]> {
  return sql<SlotAd[]>`
    SELECT coalesce(json_agg(json_build_object('slot', slot.n, 'ad_id', ad.ad_id, 'sponsor', ad.sponsor,
      'caption', ad.caption, 'image_id', ad.image_id, 'target_url', ad.target_url,
      'width', picture.width, 'height', picture.height,
      'created_at', to_char(ad.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY slot.n), '[]')
    FROM (
      SELECT ad.*, row_number() OVER (ORDER BY ad.ad_id) - 1 AS turn, count(*) OVER () AS turns
      FROM ads ad WHERE ${isShownTo(viewerId)}
    ) ad
    JOIN generate_series(${from}::bigint, ${to}::bigint - 1) AS slot (n) ON (slot.n + ${viewerId}::bigint) % ad.turns = ad.turn
    LEFT JOIN images picture ON picture.id = ad.image_id`;
}

/** Whether any ad can be shown to this viewer. */
export async function hasAdFor(db: Queryable, viewerId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ads ad WHERE ${isShownTo(viewerId)} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Hides an ad from a user permanently; idempotent. Returns false for an unknown ad. */
export async function hideAd(db: Queryable, userId: number, adId: string): Promise<boolean> {
  const { rows } = await sql`
    WITH hidden AS (
      INSERT INTO hidden_ads (user_id, ad_id) SELECT ${userId}, ad.ad_id FROM ads ad WHERE ad.ad_id = ${adId}
      ON CONFLICT DO NOTHING
    )
    SELECT FROM ads ad WHERE ad.ad_id = ${adId}`.execute(db);
  return rows.length > 0;
}

/** An event of a user with an ad of the feed. */
type AdEvent = 'seen' | 'click';

/**
 * Records events of a user with ads, once per ad and hour. Returns the ads for which it was the first event of this
 * hour. Ads that do not run, or that the user has hidden, are left out.
 */
export async function recordAdEvents(
  db: Queryable,
  userId: number,
  kind: AdEvent,
  adIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ ad_id: string }>`
    INSERT INTO ad_events (ad_id, user_id, kind, hour)
    SELECT ad.ad_id, ${userId}, ${kind}, date_trunc('hour', now()) FROM ads ad
    WHERE ad.ad_id = ANY (${adIds}::text[]) AND ${isShownTo(userId)}
    ON CONFLICT DO NOTHING RETURNING ad_id`.execute(db);
  return rows.map((row) => row.ad_id);
}

/** Deletes the events of past hours. */
export async function deletePastAdEvents(db: Queryable): Promise<void> {
  await sql`DELETE FROM ad_events WHERE hour < date_trunc('hour', now())`.execute(db);
}

/** Counts a click on an ad of the feed. */
export async function countFeedAdClick(db: Queryable, adId: string): Promise<void> {
  await sql`UPDATE ads SET clicks_counted = clicks_counted + 1 WHERE ad_id = ${adId}`.execute(db);
}

/** Adds impressions to ads; `counts` maps an ad id to its number. */
export async function addImpressions(db: Queryable, counts: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    -- Locked in the order of their ids, so that two nodes don't wait for each other.
    WITH shown AS MATERIALIZED (
      SELECT ads.ad_id, counted.times
      FROM unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[])
        AS counted (ad_id, times)
      JOIN ads ON ads.ad_id = counted.ad_id ORDER BY ads.ad_id FOR NO KEY UPDATE OF ads
    )
    UPDATE ads SET impressions = ads.impressions + shown.times FROM shown WHERE shown.ad_id = ads.ad_id`.execute(
    db,
  );
}

export async function insertAd(db: Queryable, ad: Insertable<AdsTable>): Promise<void> {
  await db.insertInto('ads').values(ad).execute();
}

/** Ends an ad now. Returns false if it is unknown or has ended. */
export async function endAd(db: Queryable, adId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ads')
    .set({ active_to: sql`now()` })
    .where('ad_id', '=', adId)
    .where((where) => where.or([where('active_to', 'is', null), where('active_to', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns running and future ads, oldest first. */
export async function listAds(
  db: Queryable,
): Promise<{ readonly ad_id: string; readonly sponsor: string; readonly target_url: string }[]> {
  return db
    .selectFrom('ads')
    .select(['ad_id', 'sponsor', 'target_url'])
    .where((where) => where.or([where('active_to', 'is', null), where('active_to', '>', sql<Date>`now()`)]))
    .orderBy('created_at')
    .orderBy('ad_id')
    .execute();
}

/** Returns the first admin account: the owner of the pictures of ads. */
export async function findImageKeeper(db: Queryable): Promise<number | undefined> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return admin?.id;
}

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
