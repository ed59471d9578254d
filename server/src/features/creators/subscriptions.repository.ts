import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

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
