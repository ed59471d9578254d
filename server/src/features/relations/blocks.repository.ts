import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/**
 * SQL that tells whether two people are blocked, either way; each side is a user id, as a column or a value. The one
 * condition by which a query leaves out what a viewer must not see.
 */
export function areBlocked(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    EXISTS (SELECT FROM blocks WHERE blocks.blocker_id = ${one} AND blocks.blocked_id = ${other})
    OR EXISTS (SELECT FROM blocks WHERE blocks.blocker_id = ${other} AND blocks.blocked_id = ${one}))`;
}

/**
 * SQL of a query for the ids, as `id`, of everybody with whom somebody is blocked, either way: the same condition for a
 * query that judges very many rows for one viewer. An id may come twice.
 */
export function blockedWith(person: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT blocks.blocked_id AS id FROM blocks WHERE blocks.blocker_id = ${person}
    UNION ALL SELECT blocks.blocker_id FROM blocks WHERE blocks.blocked_id = ${person}`;
}

/** Whether the two are blocked, and whether by the first. */
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
 * Keeps everybody else from changing the blocks between two people until the transaction ends, and from opening a
 * conversation of the two. Taken before any other lock.
 */
export async function lockPair(tx: Tx, one: number, other: number): Promise<void> {
  const pair = `people ${Math.min(one, other)} ${Math.max(one, other)}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(tx);
}

/** Keeps people from being deleted until the transaction ends; false if one of them is gone. */
export async function lockPeople(tx: Tx, userIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE id = ANY (${userIds}::bigint[]) AND deleted_at IS NULL
    ORDER BY id FOR KEY SHARE`.execute(tx);
  return rows.length === userIds.length;
}

/** Stores a block; false if it was there. */
export async function insertBlock(tx: Tx, blockerId: number, blockedId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blockerId}, ${blockedId})
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** Removes a block; false if there was none. */
export async function deleteBlock(tx: Tx, blockerId: number, blockedId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM blocks WHERE blocker_id = ${blockerId} AND blocked_id = ${blockedId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Removes every block by a person and of them. */
export async function deleteBlocksOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM blocks WHERE blocker_id = ${userId} OR blocked_id = ${userId}`.execute(tx);
}

/** Names of those whom somebody has blocked, the newest first (RP-13). */
export async function listBlocked(db: Queryable, blockerId: number): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    SELECT person.username FROM blocks JOIN users person ON person.id = blocks.blocked_id
    WHERE blocks.blocker_id = ${blockerId} AND person.deleted_at IS NULL
    ORDER BY blocks.created_at DESC, person.username`.execute(db);
  return rows.map((row) => row.username);
}

/** Ids of everybody with whom somebody is blocked, either way, each once; the newest where `limit` cuts. */
export async function listBlockedPeople(db: Queryable, userId: number, limit?: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM (
      SELECT blocked_id AS user_id, created_at FROM blocks WHERE blocker_id = ${userId}
      UNION ALL SELECT blocker_id, created_at FROM blocks WHERE blocked_id = ${userId}
    ) person
    GROUP BY user_id ORDER BY max(created_at) DESC LIMIT ${limit ?? null}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Those of some people who are blocked with anybody, either way. */
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

/** Somebody whom a call names. */
type NamedPerson = { readonly userId: number; readonly username: string; readonly isSuspended: boolean };

/** The person of a name who has not been deleted; undefined for nobody. */
export async function findPerson(db: Queryable, username: string): Promise<NamedPerson | undefined> {
  const { rows } = await sql<NamedPerson>`
    SELECT id AS "userId", username, suspended_at IS NOT NULL AS "isSuspended"
    FROM users WHERE username = ${username} AND deleted_at IS NULL`.execute(db);
  return rows[0];
}
