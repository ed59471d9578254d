import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { SubscriptionChange } from './subscriptions.events.ts';

/** SQL over a row of `subscriptions`: paid, not ended and not expired. */
const IS_ACTIVE = sql<boolean>`(
  subscriptions.activated_at IS NOT NULL AND subscriptions.ended_at IS NULL AND subscriptions.expires_at > now())`;

/**
 * Returns SQL: whether a user has an active subscription to a creator; both are user ids, as a column or a value. Any
 * plan of a creator unlocks all of their locked posts (SV-77).
 */
export function isSubscribed(
  subscriber: RawBuilder<unknown>,
  creator: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM subscriptions
    WHERE subscriptions.subscriber_id = ${subscriber} AND subscriptions.creator_id = ${creator} AND ${IS_ACTIVE})`;
}

/** Returns the active subscription to a creator that expires last. */
export async function findActive(
  db: Queryable,
  subscriberId: number,
  creatorId: number,
): Promise<{ readonly planId: string; readonly expiresAt: Date } | undefined> {
  const { rows } = await sql<{ planId: string; expiresAt: Date }>`
    SELECT plans.plan_id AS "planId", subscriptions.expires_at AS "expiresAt"
    FROM subscriptions JOIN plans ON plans.id = subscriptions.plan_id
    WHERE subscriptions.subscriber_id = ${subscriberId} AND subscriptions.creator_id = ${creatorId} AND ${IS_ACTIVE}
    ORDER BY subscriptions.expires_at DESC, subscriptions.id DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** A subscription to insert, not paid yet. */
export type NewSubscription = {
  readonly subscriptionId: string;
  readonly subscriberId: number;
  readonly creatorId: number;
  readonly plan: number;
};

/** Inserts an unpaid subscription, which grants nothing. */
export async function insertPending(db: Queryable, subscription: NewSubscription): Promise<void> {
  const { subscriptionId, subscriberId, creatorId, plan } = subscription;
  await sql`
    INSERT INTO subscriptions (subscription_id, subscriber_id, creator_id, plan_id)
    VALUES (${subscriptionId}, ${subscriberId}, ${creatorId}, ${plan})`.execute(db);
}

/** A subscription with the terms at the time of the order. */
export type OrderedSubscription = {
  readonly id: number;
  readonly subscriberId: number;
  readonly creatorId: number;
  /** The row id of the plan. */
  readonly plan: number;
  readonly planName: string;
  readonly cents: number;
  readonly days: number;
};

/** Returns the subscription of a public id, paid or not. */
export async function findOrdered(
  db: Queryable,
  subscriptionId: string,
): Promise<OrderedSubscription | undefined> {
  const { rows } = await sql<OrderedSubscription>`
    SELECT subscriptions.id, subscriptions.subscriber_id AS "subscriberId", subscriptions.creator_id AS "creatorId",
      plans.id AS plan, plans.name AS "planName", plans.amount_cents AS cents, plans.validity_days AS days
    FROM subscriptions JOIN plans ON plans.id = subscriptions.plan_id
    WHERE subscriptions.subscription_id = ${subscriptionId}`.execute(db);
  return rows[0];
}

/** Returns subscriptions that were ordered more than `days` ago and never paid, in row order. */
export async function listPending(
  db: Queryable,
  { days, after, limit }: { readonly days: number; readonly after: number; readonly limit: number },
): Promise<{ readonly id: number; readonly subscriptionId: string }[]> {
  const { rows } = await sql<{ id: number; subscriptionId: string }>`
    SELECT id, subscription_id AS "subscriptionId" FROM subscriptions
    WHERE activated_at IS NULL AND id > ${after} AND created_at < now() - make_interval(days => ${days}::int)
    ORDER BY id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Deletes a subscription that was never paid. */
export async function deletePending(db: Queryable, id: number): Promise<void> {
  await sql`DELETE FROM subscriptions WHERE id = ${id} AND activated_at IS NULL`.execute(db);
}

/** A subscriber and a creator. */
export type Pair = { readonly subscriberId: number; readonly creatorId: number };

/** SQL over a row of `subscriptions`: paid and not ended, so counted, even if it has expired. */
const IS_RUNNING = sql<boolean>`(subscriptions.activated_at IS NOT NULL AND subscriptions.ended_at IS NULL)`;

const PAIR = sql`subscriptions.subscriber_id AS "subscriberId", subscriptions.creator_id AS "creatorId"`;

/** An active subscription ends now; an expired one ended when it expired. */
const END_NOW = sql`SET ended_at = least(subscriptions.expires_at, now())`;

/** The plan of an ended subscription, and whether it was active until then. */
type EndedPlan = { readonly planId: string; readonly wasActive: boolean };

/**
 * Ends all subscriptions of a user to a creator. For this and the following functions that end subscriptions the caller
 * holds the lock on the creator's totals.
 */
export async function endPair(tx: Tx, { subscriberId, creatorId }: Pair): Promise<EndedPlan[]> {
  const { rows } = await sql<EndedPlan>`
    UPDATE subscriptions ${END_NOW} FROM plans
    WHERE plans.id = subscriptions.plan_id AND subscriptions.subscriber_id = ${subscriberId}
      AND subscriptions.creator_id = ${creatorId} AND ${IS_RUNNING}
    RETURNING plans.plan_id AS "planId", subscriptions.expires_at > now() AS "wasActive"`.execute(tx);
  return rows;
}

/** Returns the creators to whom a user has a subscription that is not ended. */
export async function findCreatorsOf(db: Queryable, subscriberId: number): Promise<number[]> {
  const { rows } = await sql<{ creator_id: number }>`
    SELECT DISTINCT subscriptions.creator_id FROM subscriptions
    WHERE subscriptions.subscriber_id = ${subscriberId} AND ${IS_RUNNING}`.execute(db);
  return rows.map((row) => row.creator_id);
}

/** Ends all subscriptions of a user. */
export async function endAllOf(tx: Tx, subscriberId: number): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    UPDATE subscriptions ${END_NOW}
    WHERE subscriptions.subscriber_id = ${subscriberId} AND ${IS_RUNNING} RETURNING ${PAIR}`.execute(tx);
  return rows;
}

/** Returns a batch of expired subscriptions, earliest expiry first. */
export async function findExpired(
  db: Queryable,
  limit: number,
): Promise<{ id: number; creatorId: number }[]> {
  const { rows } = await sql<{ id: number; creatorId: number }>`
    SELECT subscriptions.id, subscriptions.creator_id AS "creatorId" FROM subscriptions
    WHERE ${IS_RUNNING} AND subscriptions.expires_at <= now()
    ORDER BY subscriptions.expires_at LIMIT ${limit}`.execute(db);
  return rows;
}

/** Ends those of the given subscriptions that are expired and not ended yet. */
export async function endExpired(tx: Tx, ids: readonly number[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    UPDATE subscriptions SET ended_at = subscriptions.expires_at
    WHERE subscriptions.id = ANY (${ids}::bigint[]) AND ${IS_RUNNING} AND subscriptions.expires_at <= now()
    RETURNING ${PAIR}`.execute(tx);
  return rows;
}

/**
 * Ends a refunded subscription. Later ones of the same user start earlier by its remaining time. Returns the pair, or
 * an empty list if it had already ended.
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

/** A user without any paid subscription to a creator left. `isTold`: both accounts still exist and are notified. */
export type FormerSubscriber = SubscriptionChange & { readonly isTold: boolean };

/** Returns those of the given pairs, without duplicates, that have no subscription left. */
export async function findFormerSubscribers(tx: Tx, pairs: readonly Pair[]): Promise<FormerSubscriber[]> {
  const { rows } = await sql<FormerSubscriber>`
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

/**
 * Returns SQL of a query for the ids, as `id`, of all creators to whom a user was subscribed at a time; both arguments
 * are values or columns. Two branches, each with its own index.
 */
export function subscribedAsOf(
  subscriber: RawBuilder<unknown>,
  moment: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const wasRunning = sql`
    subscriptions.subscriber_id = ${subscriber} AND subscriptions.activated_at IS NOT NULL
      AND subscriptions.activated_at <= ${moment} AND subscriptions.expires_at > ${moment}`;
  return sql`
    SELECT subscriptions.creator_id AS id FROM subscriptions
    WHERE ${wasRunning} AND subscriptions.ended_at IS NULL
    UNION ALL
    SELECT subscriptions.creator_id FROM subscriptions
    WHERE ${wasRunning} AND subscriptions.ended_at > ${moment}`;
}
