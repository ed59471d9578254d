import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** SQL over a row of `subscriptions`: paid, not taken back and not over. */
const IS_ACTIVE = sql<boolean>`(
  subscriptions.activated_at IS NOT NULL AND subscriptions.ended_at IS NULL AND subscriptions.expires_at > now())`;

/**
 * SQL that tells whether somebody has an active subscription to a creator; each side is a user id, as a column or a
 * value. Any plan of a creator unlocks all of their locked posts (SV-77).
 */
export function isSubscribed(
  subscriber: RawBuilder<unknown>,
  creator: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM subscriptions
    WHERE subscriptions.subscriber_id = ${subscriber} AND subscriptions.creator_id = ${creator} AND ${IS_ACTIVE})`;
}

/** The active subscription to a creator that runs longest. */
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

/** Ends what somebody has of a creator now; false if it was nothing. */
export async function endActive(tx: Tx, subscriberId: number, creatorId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE subscriptions SET ended_at = now()
    WHERE subscriptions.subscriber_id = ${subscriberId} AND subscriptions.creator_id = ${creatorId}
      AND ${IS_ACTIVE}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Ends everything that somebody has; answers the creators who lose a subscriber, each once. */
export async function endAllOf(tx: Tx, subscriberId: number): Promise<number[]> {
  const { rows } = await sql<{ creator_id: number }>`
    WITH ended AS (
      UPDATE subscriptions SET ended_at = now()
      WHERE subscriptions.subscriber_id = ${subscriberId} AND ${IS_ACTIVE}
      RETURNING subscriptions.creator_id)
    SELECT DISTINCT creator_id FROM ended`.execute(tx);
  return rows.map((row) => row.creator_id);
}
