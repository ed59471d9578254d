import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

/** SQL that tells whether others may know that a person comes and goes: not of those who take no messages (X-19). */
const isShown = (userId: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM users WHERE users.id = ${userId} AND users.is_available)`;

/**
 * Seconds that somebody counts as online without being renewed. With the time between two renewals, in which what ran out
 * is found and told, it is below the 45 s after which a killed node's people are offline for everybody.
 */
const ONLINE_SECONDS = 30;

/** SQL that tells whether the person of a user id column is online on any node. */
export function isOnline(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM presence WHERE presence.user_id = ${userId} AND presence.online_until > now())`;
}

/** Notes people as online on this node; answers those who were not online anywhere before, as others see it (X-19). */
export async function renew(db: Queryable, nodeId: string, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH here AS (SELECT DISTINCT unnest(${userIds}::bigint[]) AS user_id ORDER BY 1),
    renewed AS (
      INSERT INTO presence (user_id, node_id, online_until)
      SELECT user_id, ${nodeId}, now() + make_interval(secs => ${ONLINE_SECONDS}) FROM here
      ON CONFLICT (user_id, node_id) DO UPDATE SET online_until = excluded.online_until
    )
    SELECT here.user_id FROM here
    WHERE NOT ${isOnline(sql`here.user_id`)} AND ${isShown(sql`here.user_id`)}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Notes people as gone from this node; answers those who are now online nowhere, as others see it. */
export async function forget(db: Queryable, nodeId: string, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH gone AS (
      DELETE FROM presence WHERE node_id = ${nodeId} AND user_id = ANY (${userIds}) RETURNING user_id
    )
    SELECT gone.user_id FROM gone WHERE NOT EXISTS (
      SELECT FROM presence
      WHERE presence.user_id = gone.user_id AND presence.node_id <> ${nodeId} AND presence.online_until > now()
    ) AND ${isShown(sql`gone.user_id`)}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Clears away what killed nodes left behind; answers people who are now online nowhere, as others see it. */
export async function forgetExpired(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH gone AS (DELETE FROM presence WHERE online_until <= now() RETURNING user_id)
    SELECT DISTINCT gone.user_id FROM gone
    WHERE NOT ${isOnline(sql`gone.user_id`)} AND ${isShown(sql`gone.user_id`)}`.execute(db);
  return rows.map((row) => row.user_id);
}

/**
 * Remembers when people were last here, at most once a minute each and not while they take no messages (X-19); one
 * statement for all. Each gets a time of their own, so that the directory has no crowd at one place.
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

/** Those of some people who are connected to any node, whatever others see of it, and how they are shown now. */
export async function listShown(db: Queryable, userIds: readonly number[]) {
  const { rows } = await sql<{ user_id: number; is_available: boolean; last_active_at: Date }>`
    SELECT person.id AS user_id, person.is_available, person.last_active_at FROM users person
    WHERE person.id = ANY (${userIds}) AND ${isOnline(sql`person.id`)}`.execute(db);
  return rows;
}
