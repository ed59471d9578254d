import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { SubscriptionChange } from './subscription.events.ts';

/** Two people of whom one had a subscription to the other. */
export type Pair = { readonly subscriberId: number; readonly creatorId: number };

/** SQL over a row of `subscriptions`: paid and not ended, so counted, even where its time is over since a moment. */
const IS_RUNNING = sql<boolean>`(subscriptions.activated_at IS NOT NULL AND subscriptions.ended_at IS NULL)`;

const PAIR = sql`subscriptions.subscriber_id AS "subscriberId", subscriptions.creator_id AS "creatorId"`;

/** What ends before its time ends now; what was over already ended then. */
const END_NOW = sql`SET ended_at = least(subscriptions.expires_at, now())`;

/** A subscription that was ended, and whether it was of any use until then. */
type EndedPlan = { readonly planId: string; readonly wasActive: boolean };

/** Ends whatever somebody has of a creator. Whoever calls holds the creator's totals, like for everything here. */
export async function endPair(tx: Tx, { subscriberId, creatorId }: Pair): Promise<EndedPlan[]> {
  const { rows } = await sql<EndedPlan>`
    UPDATE subscriptions ${END_NOW} FROM plans
    WHERE plans.id = subscriptions.plan_id AND subscriptions.subscriber_id = ${subscriberId}
      AND subscriptions.creator_id = ${creatorId} AND ${IS_RUNNING}
    RETURNING plans.plan_id AS "planId", subscriptions.expires_at > now() AS "wasActive"`.execute(tx);
  return rows;
}

/** The creators of whom somebody has something that is not ended. */
export async function findCreatorsOf(db: Queryable, subscriberId: number): Promise<number[]> {
  const { rows } = await sql<{ creator_id: number }>`
    SELECT DISTINCT subscriptions.creator_id FROM subscriptions
    WHERE subscriptions.subscriber_id = ${subscriberId} AND ${IS_RUNNING}`.execute(db);
  return rows.map((row) => row.creator_id);
}

/** Ends everything that somebody has. */
export async function endAllOf(tx: Tx, subscriberId: number): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    UPDATE subscriptions ${END_NOW}
    WHERE subscriptions.subscriber_id = ${subscriberId} AND ${IS_RUNNING} RETURNING ${PAIR}`.execute(tx);
  return rows;
}

/** Some subscriptions whose time is over, those first that have been for longest. */
export async function findOver(db: Queryable, limit: number): Promise<{ id: number; creatorId: number }[]> {
  const { rows } = await sql<{ id: number; creatorId: number }>`
    SELECT subscriptions.id, subscriptions.creator_id AS "creatorId" FROM subscriptions
    WHERE ${IS_RUNNING} AND subscriptions.expires_at <= now()
    ORDER BY subscriptions.expires_at LIMIT ${limit}`.execute(db);
  return rows;
}

/** Ends those of some subscriptions whose time is over and that nobody has ended yet. */
export async function endOver(tx: Tx, ids: readonly number[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    UPDATE subscriptions SET ended_at = subscriptions.expires_at
    WHERE subscriptions.id = ANY (${ids}::bigint[]) AND ${IS_RUNNING} AND subscriptions.expires_at <= now()
    RETURNING ${PAIR}`.execute(tx);
  return rows;
}

/**
 * Ends a subscription that was paid back. What the same person bought after it begins so much earlier as was left of it.
 * Answers the two, none where it had ended already.
 */
export async function endRefunded(tx: Tx, id: number): Promise<Pair[]> {
  const { rows } = await sql<Pair & { left: number; expires_at: Date }>`
    UPDATE subscriptions ${END_NOW} FROM plans
    WHERE plans.id = subscriptions.plan_id AND subscriptions.id = ${id} AND ${IS_RUNNING}
    RETURNING ${PAIR}, subscriptions.expires_at, greatest(0, least(plans.validity_days * 86400.0,
      extract(epoch FROM subscriptions.expires_at - now())))::double precision AS left`.execute(tx);
  for (const { subscriberId, creatorId, expires_at: expiredAt, left } of rows)
    await sql`
      UPDATE subscriptions SET expires_at = subscriptions.expires_at - make_interval(secs => ${left})
      WHERE subscriptions.subscriber_id = ${subscriberId} AND subscriptions.creator_id = ${creatorId}
        AND ${IS_RUNNING} AND subscriptions.expires_at > ${expiredAt}`.execute(tx);
  return rows.map(({ subscriberId, creatorId }) => ({ subscriberId, creatorId }));
}

/** Somebody of whom a creator has nothing paid any more. `isTold`: both are still there to hear of it. */
export type Leaver = SubscriptionChange & { readonly isTold: boolean };

/** Those of some pairs, each once, of whose subscriptions none is left. */
export async function findLeavers(tx: Tx, pairs: readonly Pair[]): Promise<Leaver[]> {
  const { rows } = await sql<Leaver>`
    SELECT pair.subscriber_id AS "subscriberId", pair.creator_id AS "creatorId",
      subscriber.username AS subscriber, creator.username AS creator,
      subscriber.deleted_at IS NULL AND creator.deleted_at IS NULL AS "isTold"
    FROM (
      SELECT DISTINCT subscriber_id, creator_id FROM unnest(
        ${pairs.map((pair) => pair.subscriberId)}::bigint[], ${pairs.map((pair) => pair.creatorId)}::bigint[]
      ) AS ended (subscriber_id, creator_id)
    ) pair
    JOIN users subscriber ON subscriber.id = pair.subscriber_id
    JOIN users creator ON creator.id = pair.creator_id
    WHERE NOT EXISTS (
      SELECT FROM subscriptions
      WHERE subscriptions.subscriber_id = pair.subscriber_id AND subscriptions.creator_id = pair.creator_id
        AND ${IS_RUNNING})`.execute(tx);
  return rows;
}
