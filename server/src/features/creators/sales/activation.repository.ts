import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import type { OrderedSubscription } from '../subscriptions.repository.ts';

/** One side of a sale. */
export type Party = { readonly username: string; readonly isGone: boolean };

/** Both sides of a sale, kept from being deleted until the transaction ends. */
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

/** What somebody has of a creator. `isCounted`: among the subscribers, also where the time is over since a moment. */
export type Standing = { readonly isCounted: boolean; readonly isActive: boolean };

/** How two people stand now; whoever asks holds the creator's totals. */
export async function readStanding(
  tx: Tx,
  { creatorId, subscriberId }: Pick<OrderedSubscription, 'creatorId' | 'subscriberId'>,
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    SELECT count(*) > 0 AS "isCounted", coalesce(bool_or(expires_at > now()), false) AS "isActive"
    FROM subscriptions
    WHERE subscriber_id = ${subscriberId} AND creator_id = ${creatorId}
      AND activated_at IS NOT NULL AND ended_at IS NULL`.execute(tx);
  return rows[0] ?? { isCounted: false, isActive: false };
}

/**
 * Begins a subscription that is paid: for its plan's days from now, or from the end of what the person has already.
 * `isMoot`, where one of the two is gone: it ends with its beginning. False if it had begun before.
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
