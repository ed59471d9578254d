import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

/** SQL condition: presence of the user is visible to others. False for users who do not accept messages (X-19). */
const isVisible = (userId: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM users WHERE users.id = ${userId} AND users.is_available)`;

/**
 * Seconds until an entry expires unless it is renewed. Together with one renewal interval, after which expired entries
 * are detected, it stays below the 45 s within which users of a killed node must appear offline.
 */
const ONLINE_SECONDS = 30;

/** SQL condition: the user of this id column is online on any node. */
export function isOnline(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM presence WHERE presence.user_id = ${userId} AND presence.online_until > now())`;
}

/** Marks users as online on this node. Returns those who were not online on any node before and are visible (X-19). */
export async function renew(db: Queryable, nodeId: string, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH here AS (SELECT DISTINCT unnest(${userIds}::bigint[]) AS user_id ORDER BY 1),
    renewed AS (
      INSERT INTO presence (user_id, node_id, online_until)
      SELECT user_id, ${nodeId}, now() + make_interval(secs => ${ONLINE_SECONDS}) FROM here
      ON CONFLICT (user_id, node_id) DO UPDATE SET online_until = excluded.online_until
    )
    SELECT here.user_id FROM here
    WHERE NOT ${isOnline(sql`here.user_id`)} AND ${isVisible(sql`here.user_id`)}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Removes users from this node. Returns those who are now online on no node and are visible. */
export async function forget(db: Queryable, nodeId: string, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH gone AS (
      DELETE FROM presence WHERE node_id = ${nodeId} AND user_id = ANY (${userIds}) RETURNING user_id
    )
    SELECT gone.user_id FROM gone WHERE NOT EXISTS (
      SELECT FROM presence
      WHERE presence.user_id = gone.user_id AND presence.node_id <> ${nodeId} AND presence.online_until > now()
    ) AND ${isVisible(sql`gone.user_id`)}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Deletes expired entries of killed nodes. Returns users who are now online on no node and are visible. */
export async function forgetExpired(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH gone AS (DELETE FROM presence WHERE online_until <= now() RETURNING user_id)
    SELECT DISTINCT gone.user_id FROM gone
    WHERE NOT ${isOnline(sql`gone.user_id`)} AND ${isVisible(sql`gone.user_id`)}`.execute(db);
  return rows.map((row) => row.user_id);
}

/**
 * Updates `last_active_at`, at most once a minute per user and not for users who do not accept messages (X-19). One
 * statement for all. Every user gets a different time, so that the directory has no large group with the same sort key.
 */
export async function touchLastActive(db: Queryable, userIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE users SET last_active_at = clock_timestamp()
    FROM (
      SELECT id FROM users
      WHERE id = ANY (${userIds}) AND last_active_at < now() - interval '1 minute' AND is_available
        AND deleted_at IS NULL
      ORDER BY id FOR NO KEY UPDATE
    ) idle
    WHERE users.id = idle.id`.execute(db);
}

/**
 * Returns those of the users who are connected to any node, regardless of visibility, with their availability and
 * activity.
 */
export async function listConnected(db: Queryable, userIds: readonly number[]) {
  const { rows } = await sql<{ user_id: number; is_available: boolean; last_active_at: Date }>`
    SELECT person.id AS user_id, person.is_available, person.last_active_at FROM users person
    WHERE person.id = ANY (${userIds}) AND ${isOnline(sql`person.id`)}`.execute(db);
  return rows;
}
