import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import type { OrderedSubscription } from '../subscriptions.repository.ts';

/** One party of a sale. */
export type Party = { readonly username: string; readonly isGone: boolean };

/** Locks both parties of a sale, so that neither account is deleted until the transaction ends. */
export async function lockParties(
  tx: Tx,
  { creatorId, subscriberId }: Pick<OrderedSubscription, 'creatorId' | 'subscriberId'>,
): Promise<{ readonly creator: Party; readonly subscriber: Party }> {
  const { rows } = await sql<Party & { id: number }>`
    SELECT id, username, deleted_at IS NOT NULL AS "isGone" FROM users
    WHERE id = ANY (${[creatorId, subscriberId]}::bigint[]) ORDER BY id FOR KEY SHARE`.execute(tx);
  const partyOf = (userId: number): Party => {
    const party = rows.find(({ id }) => id === userId);
    if (!party) throw new Error('Accounts are never removed, only emptied');
    return party;
  };
  return { creator: partyOf(creatorId), subscriber: partyOf(subscriberId) };
}

/**
 * A user's subscription state with a creator. `isCounted`: counted as a subscriber, also if it expired and was not
 * ended yet.
 */
export type SubscriptionState = { readonly isCounted: boolean; readonly isActive: boolean };

/** Returns the subscription state of two users; the caller holds the lock on the creator's totals. */
export async function readSubscriptionState(
  tx: Tx,
  { creatorId, subscriberId }: Pick<OrderedSubscription, 'creatorId' | 'subscriberId'>,
): Promise<SubscriptionState> {
  const { rows } = await sql<SubscriptionState>`
    SELECT count(*) > 0 AS "isCounted", coalesce(bool_or(expires_at > now()), false) AS "isActive"
    FROM subscriptions
    WHERE subscriber_id = ${subscriberId} AND creator_id = ${creatorId}
      AND activated_at IS NOT NULL AND ended_at IS NULL`.execute(tx);
  return rows[0] ?? { isCounted: false, isActive: false };
}

/**
 * Starts a paid subscription: for the days of its plan from now, or from the end of the user's current one. `isMoot`:
 * one of the accounts is deleted, so it ends at its start. Returns false if it was already started.
 */
export async function activate(
  tx: Tx,
  { id, creatorId, subscriberId, days }: OrderedSubscription,
  isMoot: boolean,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE subscriptions SET activated_at = now(), ended_at = CASE WHEN ${isMoot}::boolean THEN now() END,
      expires_at = make_interval(secs => ${days}::integer * 86400.0) + greatest(now(), (
        SELECT max(earlier.expires_at) FROM subscriptions earlier
        WHERE earlier.subscriber_id = ${subscriberId} AND earlier.creator_id = ${creatorId}
          AND earlier.activated_at IS NOT NULL AND earlier.ended_at IS NULL))
    WHERE id = ${id} AND activated_at IS NULL`.execute(tx);
  return numAffectedRows > 0n;
}
