import { PUSH_SUBSCRIPTIONS_MAX } from '@adda/contract/push';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { isUsableSession } from '../accounts/index.ts';
import type { Subscription } from './push.types.ts';
import type { SubscriptionInput } from './subscription-input.codec.ts';

/** A user with the session that a subscription ends with. */
export type Subscriber = { readonly userId: number; readonly sessionId: string };

/**
 * Locks the subscriptions of a user, so that two at once can't both be the last one allowed, and then an address, so that two
 * users can't take it at once. Both until the transaction ends.
 */
export async function lockSubscribing(tx: Tx, userId: number, endpoint: string): Promise<void> {
  for (const key of [`push to ${userId}`, `push at ${endpoint}`])
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Locks a usable session against its end; returns false if it has ended. */
export async function lockSession(tx: Tx, { userId, sessionId }: Subscriber, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sessions own WHERE own.id = ${sessionId} AND ${isUsableSession({ userId, sessionId }, now)}
      AND own.revoked_at IS NULL
    FOR SHARE OF own`.execute(tx);
  return rows.length > 0;
}

/**
 * Stores a subscription, or renews the one of this address. One of another user ends: what was to be pushed to that user must not
 * arrive here. The address has to be locked.
 */
export async function writeSubscription(
  tx: Tx,
  { userId, sessionId }: Subscriber,
  { endpoint, p256dh, auth }: SubscriptionInput,
  now: Date,
): Promise<void> {
  await sql`
    DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} AND user_id <> ${userId}`.execute(tx);
  await sql`
    INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, subscribed_at)
    VALUES (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
    ON CONFLICT (endpoint) DO UPDATE SET
      session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
      subscribed_at = excluded.subscribed_at`.execute(tx);
}

/** Ends the subscriptions of a user beyond `PUSH_SUBSCRIPTIONS_MAX`, those that were renewed longest ago. */
export async function endSurplus(tx: Tx, userId: number): Promise<void> {
  // What another transaction holds is being moved to another user or removed, so it need not be waited for.
  await sql`
    DELETE FROM push_subscriptions WHERE id IN (
      SELECT id FROM push_subscriptions WHERE id IN (
        SELECT id FROM push_subscriptions WHERE user_id = ${userId}
        ORDER BY subscribed_at DESC, id DESC OFFSET ${PUSH_SUBSCRIPTIONS_MAX})
      FOR UPDATE SKIP LOCKED)`.execute(tx);
}

/** Ends the subscription of a user with this address, if there is one. */
export async function removeSubscription(db: Queryable, userId: number, endpoint: string): Promise<void> {
  await sql`
    DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} AND user_id = ${userId}`.execute(db);
}

/** Ends a subscription that its push service no longer knows. */
export async function endSubscription(db: Queryable, id: number): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE id = ${id}`.execute(db);
}

/** Returns the subscriptions of users whose sessions are usable, in the order of their ids. */
export async function listSubscriptions(
  db: Queryable,
  userIds: readonly number[],
  now: Date,
): Promise<Subscription[]> {
  const session = { sessionId: sql<string>`own.session_id`, userId: sql<number>`own.user_id` };
  const { rows } = await sql<Subscription>`
    SELECT own.id, own.user_id AS "userId", own.endpoint, own.p256dh, own.auth FROM push_subscriptions own
    WHERE own.user_id = ANY (${userIds}::bigint[]) AND ${isUsableSession(session, now)} ORDER BY own.id`.execute(
    db,
  );
  return rows;
}

/** Returns the number of all subscriptions. */
export async function countSubscriptions(db: Queryable): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM push_subscriptions`.execute(db);
  return rows[0]?.count ?? 0;
}
