import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/**
 * SQL condition: a block exists between two users, in either direction. Each side is a user id, as a column or a value.
 * Every query that must hide content between blocked users uses it.
 */
export function areBlocked(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    EXISTS (SELECT FROM blocks WHERE blocks.blocker_id = ${one} AND blocks.blocked_id = ${other})
    OR EXISTS (SELECT FROM blocks WHERE blocks.blocker_id = ${other} AND blocks.blocked_id = ${one}))`;
}

/**
 * SQL query for the ids (column `id`) of all users with a block to or from this user. For queries that check many rows
 * for one viewer. May contain duplicates.
 */
export function blockedWith(person: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT blocks.blocked_id AS id FROM blocks WHERE blocks.blocker_id = ${person}
    UNION ALL SELECT blocks.blocker_id FROM blocks WHERE blocks.blocked_id = ${person}`;
}

/** Returns whether a block exists between the two users, and whether the viewer created one. */
export async function readBlock(
  db: Queryable,
  viewerId: number,
  otherId: number,
): Promise<{ readonly isBlocked: boolean; readonly byViewer: boolean }> {
  const { rows } = await sql<{ blocker_id: number }>`
    SELECT blocker_id FROM blocks
    WHERE (blocker_id = ${viewerId} AND blocked_id = ${otherId})
       OR (blocker_id = ${otherId} AND blocked_id = ${viewerId})`.execute(db);
  return { isBlocked: rows.length > 0, byViewer: rows.some((row) => row.blocker_id === viewerId) };
}

/**
 * Serialises changes of blocks between two users, and the creation of their conversation, until the transaction ends.
 * Take it before any other lock.
 */
export async function lockPair(tx: Tx, one: number, other: number): Promise<void> {
  const pair = `people ${Math.min(one, other)} ${Math.max(one, other)}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(tx);
}

/** Prevents the deletion of accounts until the transaction ends. Returns false if one of them is deleted. */
export async function lockPeople(tx: Tx, userIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE id = ANY (${userIds}::bigint[]) AND deleted_at IS NULL
    ORDER BY id FOR KEY SHARE`.execute(tx);
  return rows.length === userIds.length;
}

/** Inserts a block. Returns false if it exists. */
export async function insertBlock(tx: Tx, blockerId: number, blockedId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blockerId}, ${blockedId})
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes a block. Returns false if there was none. */
export async function deleteBlock(tx: Tx, blockerId: number, blockedId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM blocks WHERE blocker_id = ${blockerId} AND blocked_id = ${blockedId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes every block by and of a user. */
export async function deleteBlocksOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM blocks WHERE blocker_id = ${userId} OR blocked_id = ${userId}`.execute(tx);
}

/** Returns the usernames that a user has blocked, newest first (RP-13). */
export async function listBlocked(db: Queryable, blockerId: number): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    SELECT person.username FROM blocks JOIN users person ON person.id = blocks.blocked_id
    WHERE blocks.blocker_id = ${blockerId} AND person.deleted_at IS NULL
    ORDER BY blocks.created_at DESC, person.username`.execute(db);
  return rows.map((row) => row.username);
}

/**
 * Returns the ids of all users with a block to or from this user, without duplicates; the newest ones if `limit`
 * applies.
 */
export async function listBlockedPeople(db: Queryable, userId: number, limit?: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM (
      SELECT blocked_id AS user_id, created_at FROM blocks WHERE blocker_id = ${userId}
      UNION ALL SELECT blocker_id, created_at FROM blocks WHERE blocked_id = ${userId}
    ) person
    GROUP BY user_id ORDER BY max(created_at) DESC LIMIT ${limit ?? null}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Returns those of the users who have a block with any other user, in either direction. */
export async function findBlockedUserIds(
  db: Queryable,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT person.id FROM unnest(${userIds}::bigint[]) AS person (id)
    WHERE EXISTS (SELECT FROM blocks WHERE blocks.blocker_id = person.id)
       OR EXISTS (SELECT FROM blocks WHERE blocks.blocked_id = person.id)`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** A user referred to by name in a request. */
type NamedPerson = { readonly userId: number; readonly username: string; readonly isSuspended: boolean };

/** Returns an account that is not deleted by name; undefined for an unknown name. */
export async function findPerson(db: Queryable, username: string): Promise<NamedPerson | undefined> {
  const { rows } = await sql<NamedPerson>`
    SELECT id AS "userId", username, suspended_at IS NOT NULL AS "isSuspended"
    FROM users WHERE username = ${username} AND deleted_at IS NULL`.execute(db);
  return rows[0];
}
