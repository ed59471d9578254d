import type { AdCategory } from '@adda/contract/rewards';
import { sql, type Insertable, type UpdateObject } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { RewardAdsTable } from './ads.tables.ts';

/** An ad of the feed or a reward ad; fields of the other kind are null. */
export type AdKind = 'feed' | 'reward';

/** An ad of either kind, with its counts. */
export type CountedAd = {
  readonly kind: AdKind;
  readonly ad_id: string;
  readonly sponsor: string;
  readonly caption: string | null;
  readonly image_id: string | null;
  readonly target_url: string | null;
  readonly category: AdCategory | null;
  readonly ad_type: string | null;
  readonly reward: number | null;
  readonly clicks: number | null;
  readonly active_from: Date;
  readonly active_to: Date | null;
  readonly created_at: Date;
  /** Null for reward ads, for which views and hides are not tracked. */
  readonly impressions: number | null;
  readonly hides: number | null;
  readonly clicks_counted: number;
  /** An ended ad can't be changed: its impressions and earnings are on record. */
  readonly is_over: boolean;
};

/** Maximum length of a list, so that the response stays bounded. */
const LIST_MAX = 1000;

const hasRunOut = sql<boolean>`coalesce(ad.active_to <= now(), false)`;

/** Ads of both kinds with the same columns. */
const BOTH = sql`(
  SELECT 'feed' AS kind, ad.ad_id, sponsor, caption, image_id, target_url, active_from, active_to, ad.created_at,
    NULL AS category, NULL AS ad_type, NULL::integer AS reward, NULL::integer AS clicks,
    impressions, (SELECT count(*) FROM hidden_ads WHERE hidden_ads.ad_id = ad.ad_id) AS hides,
    clicks_counted, ${hasRunOut} AS is_over
  FROM ads ad
  UNION ALL
  SELECT 'reward', ad.ad_id, sponsor, caption, image_id, target_url, active_from, active_to, ad.created_at,
    category, ad_type, reward, clicks, NULL, NULL, clicks_counted, ${hasRunOut} OR ad.ended_at IS NOT NULL
  FROM reward_ads ad
)`;

/** Returns ads of both kinds, or of one: running and future ones first, newest first. */
export async function listManagedAds(db: Queryable, kind: AdKind | undefined): Promise<CountedAd[]> {
  const { rows } = await sql<CountedAd>`
    SELECT * FROM ${BOTH} ad WHERE ${kind ?? null}::text IS NULL OR kind = ${kind ?? null}
    ORDER BY is_over, created_at DESC, ad_id LIMIT ${LIST_MAX}`.execute(db);
  return rows;
}

/** Returns one ad of either kind. */
export async function findManagedAd(db: Queryable, adId: string): Promise<CountedAd | undefined> {
  const { rows } = await sql<CountedAd>`SELECT * FROM ${BOTH} ad WHERE ad_id = ${adId}`.execute(db);
  return rows[0];
}

/** Locks an ad until the transaction ends and returns its current state. */
export async function lockManagedAd(tx: Tx, adId: string): Promise<CountedAd | undefined> {
  for (const table of ['ads', 'reward_ads'])
    await sql`SELECT FROM ${sql.table(table)} WHERE ad_id = ${adId} FOR NO KEY UPDATE`.execute(tx);
  return findManagedAd(tx, adId);
}

/** Whether an ad of the type is running or to come. */
export async function isTypeTaken(db: Queryable, adType: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM reward_ads ad WHERE ad_type = ${adType} AND ended_at IS NULL AND NOT ${hasRunOut}`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Inserts a reward ad. Returns false if its type is taken. An expired ad of the type is ended first, which frees the
 * type.
 */
export async function insertRewardAd(tx: Tx, ad: Insertable<RewardAdsTable>): Promise<boolean> {
  await sql`
    UPDATE reward_ads ad SET ended_at = active_to
    WHERE ad_type = ${ad.ad_type} AND ended_at IS NULL AND ${hasRunOut}`.execute(tx);
  const { numInsertedOrUpdatedRows: count } = await tx
    .insertInto('reward_ads')
    .values(ad)
    .onConflict((conflict) => conflict.column('ad_type').where('ended_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow();
  return count === 1n;
}

/** Updates an ad of the feed. */
export async function updateFeedAd(tx: Tx, adId: string, change: UpdateObject<Tables, 'ads'>): Promise<void> {
  await tx.updateTable('ads').set(change).where('ad_id', '=', adId).execute();
}

/** Updates a reward ad. */
export async function updateRewardAd(
  tx: Tx,
  adId: string,
  change: UpdateObject<Tables, 'reward_ads'>,
): Promise<void> {
  await tx.updateTable('reward_ads').set(change).where('ad_id', '=', adId).execute();
}

/** Ends an ad now. */
export async function endManagedAd(tx: Tx, { ad_id: adId, kind }: CountedAd): Promise<void> {
  const now = sql<Date>`now()`;
  if (kind === 'feed') await updateFeedAd(tx, adId, { active_to: now });
  else await updateRewardAd(tx, adId, { active_to: now, ended_at: now });
}
