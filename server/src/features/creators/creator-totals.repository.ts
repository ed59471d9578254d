import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/** Adds to the number of a user's public posts. */
export async function addPublicPosts(tx: Tx, userId: number, by: number): Promise<void> {
  await sql`
    INSERT INTO creator_totals (user_id, public_posts) VALUES (${userId}, greatest(${by}::integer, 0))
    ON CONFLICT (user_id) DO UPDATE
    SET public_posts = greatest(creator_totals.public_posts + ${by}::integer, 0)`.execute(tx);
}

/**
 * Increments the number of plans. Returns the new number, or undefined for a deleted account. The row stays locked
 * until the transaction ends, so concurrent plans are all counted.
 */
export async function incrementPlans(tx: Tx, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ plans: number }>`
    INSERT INTO creator_totals (user_id, plans)
    SELECT id, 1 FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET plans = creator_totals.plans + 1
    RETURNING plans`.execute(tx);
  return rows[0]?.plans;
}

/** Decrements the number of plans. */
export async function decrementPlans(tx: Tx, userId: number): Promise<void> {
  await sql`UPDATE creator_totals SET plans = greatest(plans - 1, 0) WHERE user_id = ${userId}`.execute(tx);
}

/**
 * Locks the totals of these creators until the transaction ends, so that no other transaction starts or ends one of
 * their subscriptions. Taken before any subscription row is changed; this keeps the count equal to the rows.
 */
export async function lockTotals(tx: Tx, creatorIds: readonly number[]): Promise<void> {
  await sql`
    SELECT FROM creator_totals WHERE user_id = ANY (${creatorIds}::bigint[]) ORDER BY user_id FOR UPDATE`.execute(
    tx,
  );
}

/** Increments the number of subscribers. */
export async function incrementSubscribers(tx: Tx, creatorId: number): Promise<void> {
  await sql`
    INSERT INTO creator_totals (user_id, subscribers) VALUES (${creatorId}, 1)
    ON CONFLICT (user_id) DO UPDATE SET subscribers = creator_totals.subscribers + 1`.execute(tx);
}

/** Decrements the number of subscribers, once for each occurrence of a creator's id. */
export async function decrementSubscribers(tx: Tx, creatorIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE creator_totals SET subscribers = greatest(subscribers - lost.number, 0)
    FROM (SELECT id, count(*)::integer AS number FROM unnest(${creatorIds}::bigint[]) AS named (id) GROUP BY id) lost
    WHERE creator_totals.user_id = lost.id`.execute(tx);
}

/** Removes a user from the list of creators permanently. */
export async function deleteTotals(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM creator_totals WHERE user_id = ${userId}`.execute(tx);
}
