import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

/** SQL condition: presence of the user is visible to others. False for users who do not accept messages (X-19). */
export const isVisible = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM users WHERE users.id = ${userId} AND users.is_available)`;

/**
 * SQL condition: a row of presence counts, because its node holds a valid lease. Rows of the previous version have no lease and
 * expire by themselves (ADR 60).
 */
const isHeld = sql<boolean>`(presence.online_until > now() AND (presence.online_until < 'infinity' OR EXISTS (
  SELECT FROM presence_nodes WHERE presence_nodes.node_id = presence.node_id AND presence_nodes.lease_until > now())))`;

/** SQL condition: the user of this id column is online on any node. */
export function isOnline(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM presence WHERE presence.user_id = ${userId} AND ${isHeld})`;
}

/** SQL: the number of users who are online on any node. */
export const onlineCount = sql<number>`(SELECT count(DISTINCT presence.user_id) FROM presence WHERE ${isHeld})`;

/**
 * SQL: the last activity of a row of users as others see it. A connected user is active now; that is not written while the connection lasts.
 * The time stays as it was for users who do not accept messages (X-19).
 */
export function lastActiveOf(row: 'person' | 'peer'): RawBuilder<Date> {
  const user = sql.id(row);
  return sql<Date>`
    CASE WHEN ${user}.is_available AND ${isOnline(sql`${user}.id`)} THEN now()::timestamptz(3)
      ELSE ${user}.last_active_at END`;
}

/**
 * Stores users as present on this node. `cameOnline` are those who were not online on any node before and are visible (X-19).
 * Stores nothing if `isHeld` is false: this node has no valid lease. The lease is locked, so that no other node removes it meanwhile
 * and leaves rows behind.
 */
export async function addPresent(
  db: Queryable,
  nodeId: string,
  userIds: readonly number[],
): Promise<{ readonly isHeld: boolean; readonly cameOnline: readonly number[] }> {
  const { rows } = await sql<{ is_held: boolean; came_online: readonly number[] }>`
    WITH lease AS MATERIALIZED (
      SELECT node_id FROM presence_nodes WHERE node_id = ${nodeId} AND lease_until > now() FOR KEY SHARE
    ), added AS (
      INSERT INTO presence (user_id, node_id, online_until)
      SELECT here.user_id, lease.node_id, 'infinity'
      FROM lease, (SELECT DISTINCT unnest(${userIds}::bigint[]) AS user_id ORDER BY 1) here
      ON CONFLICT (user_id, node_id) DO NOTHING RETURNING user_id
    ), online AS (
      SELECT added.user_id FROM added
      WHERE NOT ${isOnline(sql`added.user_id`)} AND ${isVisible(sql`added.user_id`)}
    )
    SELECT EXISTS (SELECT FROM lease) AS is_held,
      (SELECT coalesce(json_agg(user_id), '[]') FROM online) AS came_online`.execute(db);
  const [row] = rows;
  return { isHeld: row?.is_held ?? false, cameOnline: row?.came_online ?? [] };
}

/** Removes users from this node. Returns those who are now online on no node and are visible. */
export async function removePresent(
  db: Queryable,
  nodeId: string,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH gone AS (
      DELETE FROM presence WHERE node_id = ${nodeId} AND user_id = ANY (${userIds}) RETURNING user_id
    )
    SELECT gone.user_id FROM gone WHERE NOT EXISTS (
      SELECT FROM presence
      WHERE presence.user_id = gone.user_id AND presence.node_id <> ${nodeId} AND ${isHeld}
    ) AND ${isVisible(sql`gone.user_id`)}`.execute(db);
  return rows.map((row) => row.user_id);
}

/**
 * Deletes expired rows of killed nodes of the previous version, at most `limit`. Returns their number, and the users who are now
 * online on no node and are visible.
 */
export async function removeExpired(db: Queryable, limit: number) {
  const { rows } = await sql<{ user_id: number; is_offline: boolean }>`
    WITH gone AS (
      DELETE FROM presence WHERE (user_id, node_id) IN (
        SELECT user_id, node_id FROM presence
        WHERE online_until <= now() AND online_until < 'infinity' LIMIT ${limit}
      ) AND online_until <= now() RETURNING user_id
    )
    SELECT gone.user_id, NOT ${isOnline(sql`gone.user_id`)} AND ${isVisible(sql`gone.user_id`)} AS is_offline
    FROM gone`.execute(db);
  const offline = new Set(rows.filter((row) => row.is_offline).map((row) => row.user_id));
  return { count: rows.length, userIds: [...offline] };
}

/**
 * Updates `last_active_at` to now, or to a time at which the users were still there; at most once a minute per user and not for
 * users who do not accept messages (X-19). One statement for all. Every user gets a different time, so that the directory has no
 * large group with the same sort key.
 */
export async function touchLastActive(db: Queryable, userIds: readonly number[], at?: Date): Promise<void> {
  const given = sql`${at ?? null}::timestamptz`;
  const apart = sql`make_interval(secs => (users.id % 1000) / 1000.0)`;
  await sql`
    UPDATE users SET last_active_at = coalesce(${given} - ${apart}, clock_timestamp())
    FROM (
      SELECT id FROM users
      WHERE id = ANY (${userIds}) AND last_active_at < coalesce(${given}, now()) - interval '1 minute'
        AND is_available AND deleted_at IS NULL
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
