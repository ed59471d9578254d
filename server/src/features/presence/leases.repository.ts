import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { isOnline, isVisible, touchLastActive } from './presence.repository.ts';

/**
 * Seconds that a lease lasts unless it is renewed. Together with one renewal interval, after which lapsed leases are found, it stays
 * below the 30 s within which users of a killed node must appear offline (CL-03).
 */
const LEASE_SECONDS = 20;

const LEASE = sql`make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

/**
 * Extends the lease of this node, or begins one. Returns false if it had none or a lapsed one: its rows may have been removed. The
 * clock is read after the row was locked, so that a removal for which this waited is noticed.
 */
export async function renewLease(db: Queryable, nodeId: string): Promise<boolean> {
  const { rows } = await sql<{ was_held: boolean }>`
    WITH former AS MATERIALIZED (
      SELECT node_id, lease_until FROM presence_nodes WHERE node_id = ${nodeId} FOR NO KEY UPDATE
    )
    UPDATE presence_nodes SET lease_until = clock_timestamp() + ${LEASE}
    FROM former WHERE presence_nodes.node_id = former.node_id
    RETURNING former.lease_until > clock_timestamp() AS was_held`.execute(db);
  const [row] = rows;
  if (row) return row.was_held;
  await sql`
    INSERT INTO presence_nodes (node_id, lease_until) VALUES (${nodeId}, clock_timestamp() + ${LEASE})
    ON CONFLICT (node_id) DO NOTHING`.execute(db);
  return false;
}

/** Ends the lease of this node, unless rows of it are left: these are removed when it lapses. */
export async function endLease(db: Queryable, nodeId: string): Promise<void> {
  await sql`
    DELETE FROM presence_nodes
    WHERE node_id = ${nodeId} AND NOT EXISTS (SELECT FROM presence WHERE presence.node_id = ${nodeId})`.execute(
    db,
  );
}

/** Users of a killed node who are now online on no node and are visible, and when the node was alive for the last time. */
export type LeftBehind = { readonly userIds: readonly number[]; readonly at: Date };

/**
 * Removes up to `limit` users of a node whose lease lapsed, and the lease with the last of them. They were active until its last
 * renewal. Returns undefined if no lease lapsed, or another node removes it. The lease is locked before the rows are read: its node
 * writes none meanwhile, and sees afterwards that it lapsed.
 */
export async function removeLapsed(tx: Tx, limit: number): Promise<LeftBehind | undefined> {
  const { rows: lapsed } = await sql<{ node_id: string; at: Date }>`
    SELECT node_id, lease_until - ${LEASE} AS at FROM presence_nodes WHERE lease_until <= now()
    ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx);
  const [node] = lapsed;
  if (!node) return undefined;
  const { rows } = await sql<{ user_id: number; is_offline: boolean; is_visible: boolean }>`
    WITH gone AS (
      DELETE FROM presence WHERE node_id = ${node.node_id} AND user_id IN (
        SELECT user_id FROM presence WHERE node_id = ${node.node_id} LIMIT ${limit}
      ) RETURNING user_id
    )
    SELECT gone.user_id, NOT ${isOnline(sql`gone.user_id`)} AS is_offline, ${isVisible(sql`gone.user_id`)} AS is_visible
    FROM gone`.execute(tx);
  if (rows.length < limit) await sql`DELETE FROM presence_nodes WHERE node_id = ${node.node_id}`.execute(tx);
  const offline = rows.filter((row) => row.is_offline);
  if (offline.length > 0)
    await touchLastActive(
      tx,
      offline.map((row) => row.user_id),
      node.at,
    );
  return { userIds: offline.filter((row) => row.is_visible).map((row) => row.user_id), at: node.at };
}
