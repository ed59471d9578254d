import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

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
