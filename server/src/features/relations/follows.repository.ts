import { sql, type Generated, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** One user follows another. */
type FollowsTable = { follower_id: number; followed_id: number; created_at: Generated<Date> };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    follows: FollowsTable;
  }
}

/** A follow that began or ended. */
export type FollowChange = { readonly followerId: number; readonly followedId: number };

/** SQL condition: one user follows the other; each side is a user id, as a column or a value. */
export function isFollowing(
  follower: RawBuilder<unknown>,
  followed: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM follows WHERE follows.follower_id = ${follower} AND follows.followed_id = ${followed})`;
}

/** SQL query for the ids (column `id`) of all users whom a user follows. */
export const followedBy = (follower: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT follows.followed_id AS id FROM follows WHERE follows.follower_id = ${follower}`;

/** Inserts a follow. Returns false if it exists. */
export async function insertFollow(tx: Tx, followerId: number, followedId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO follows (follower_id, followed_id) VALUES (${followerId}, ${followedId})
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes a follow. Returns false if there was none. */
export async function deleteFollow(tx: Tx, followerId: number, followedId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM follows WHERE follower_id = ${followerId} AND followed_id = ${followedId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes the follows between two users in both directions (RP-20). */
export async function deleteFollowsBetween(tx: Tx, one: number, other: number): Promise<void> {
  await sql`
    DELETE FROM follows
    WHERE (follower_id = ${one} AND followed_id = ${other})
       OR (follower_id = ${other} AND followed_id = ${one})`.execute(tx);
}

/** Deletes every follow by and of a user. Returns those by the user. */
export async function deleteFollowsOf(tx: Tx, userId: number): Promise<FollowChange[]> {
  await sql`DELETE FROM follows WHERE followed_id = ${userId}`.execute(tx);
  const { rows } = await sql<FollowChange>`
    DELETE FROM follows WHERE follower_id = ${userId}
    RETURNING follower_id AS "followerId", followed_id AS "followedId"`.execute(tx);
  return rows;
}

/** Returns the usernames that a user follows, newest first, at most `limit`. */
export async function listFollowing(db: Queryable, followerId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    SELECT person.username FROM follows JOIN users person ON person.id = follows.followed_id
    WHERE follows.follower_id = ${followerId} AND person.deleted_at IS NULL
    ORDER BY follows.created_at DESC, person.id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.username);
}

/**
 * SQL query for the ids (column `id`) of all users that the follower followed at a given time; both parameters are
 * values or columns. Includes follows that ended since, as long as their records are kept.
 */
export function followedAsOf(
  follower: RawBuilder<unknown>,
  moment: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    SELECT follows.followed_id AS id FROM follows
    WHERE follows.follower_id = ${follower} AND follows.created_at <= ${moment}
    UNION ALL
    SELECT ended_follows.followed_id FROM ended_follows
    WHERE ended_follows.follower_id = ${follower} AND ended_follows.created_at <= ${moment}
      AND ended_follows.ended_at > ${moment}`;
}

/**
 * Deletes records of follows that ended more than `keptHours` ago. Lists older than that may then rank those senders
 * differently.
 */
export async function forgetEndedFollows(db: Queryable, keptHours: number): Promise<void> {
  await sql`
    DELETE FROM ended_follows WHERE ended_at < now() - make_interval(hours => ${keptHours})`.execute(db);
}
