import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/**
 * Seconds for which a node has a delivery to itself. A node that was killed loses it after that; sending takes at most 10 s, and what
 * was claimed with it is sent at the same time.
 */
const LEASE_SECONDS = 60;

/** A push to one browser that is due: about a private message, or about an item of the activity. */
export type Delivery = {
  readonly id: number;
  readonly subscriptionId: number;
  readonly userId: number;
  readonly itemId: string | null;
  readonly conversationId: number | null;
  readonly sequence: number | null;
  /** Tries so far that the push service could not take. */
  readonly attempts: number;
  readonly createdAt: Date;
};

/**
 * Takes due deliveries for this node, none to these hosts; what another node has taken is left to it until its lease ends. A host is
 * that of `hostOf`, with its port.
 */
export async function claimDue(
  db: Queryable,
  limit: number,
  exceptHosts: readonly string[] = [],
): Promise<Delivery[]> {
  const notThere =
    exceptHosts.length === 0
      ? sql``
      : sql`AND NOT EXISTS (
          SELECT FROM push_subscriptions subscription
          WHERE subscription.id = push_deliveries.subscription_id
            AND split_part(subscription.endpoint, '/', 3) = ANY (${exceptHosts}::text[]))`;
  const { rows } = await sql<Delivery>`
    WITH due AS MATERIALIZED (
      SELECT id FROM push_deliveries WHERE due_at <= clock_timestamp() ${notThere} ORDER BY due_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)
    UPDATE push_deliveries delivery SET due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    FROM due WHERE delivery.id = due.id
    RETURNING delivery.id, delivery.subscription_id AS "subscriptionId", delivery.user_id AS "userId",
      delivery.item_id AS "itemId", delivery.conversation_id AS "conversationId", delivery.sequence,
      delivery.attempts, delivery.created_at AS "createdAt"`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}

/** Gives deliveries back that were claimed and not tried: they are due at once. */
export async function releaseClaimed(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await sql`UPDATE push_deliveries SET due_at = clock_timestamp() WHERE id = ANY (${ids}::bigint[])`.execute(
      db,
    );
}

/** Removes deliveries that were sent or are not right any more. */
export async function removeDeliveries(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`DELETE FROM push_deliveries WHERE id = ANY (${ids}::bigint[])`.execute(db);
}

/** Puts a delivery off. `tag`: of the notification, so that a newer one takes its place. */
export async function postpone(db: Queryable, id: number, seconds: number, tag: string): Promise<void> {
  await sql`
    UPDATE push_deliveries SET attempts = attempts + 1, tag = ${tag},
      due_at = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE id = ${id}`.execute(db);
}

/** Removes a delivery that was sent, and older ones of the browser that wait for another try with the same tag. */
export async function removeSent(
  db: Queryable,
  { id, subscriptionId }: Pick<Delivery, 'id' | 'subscriptionId'>,
  tag: string,
): Promise<void> {
  await sql`
    DELETE FROM push_deliveries
    WHERE id = ${id} OR (subscription_id = ${subscriptionId} AND tag = ${tag} AND id < ${id})`.execute(db);
}

/** Returns the number of deliveries that wait. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM push_deliveries`.execute(db);
  return rows[0]?.count ?? 0;
}

/** An announcement, and the subscription up to which its pushes are noted. */
export type NotedAnnouncement = {
  readonly announcementId: string;
  readonly after: number;
  readonly isPushedAtFirst: boolean;
};

/**
 * Notes the pushes of an announcement to those of the next `limit` browsers whose users want them. Returns the last of these browsers;
 * undefined at the end.
 */
export async function noteAnnouncement(
  tx: Tx,
  { announcementId, after, isPushedAtFirst }: NotedAnnouncement,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null; count: number }>`
    WITH next AS MATERIALIZED (
      SELECT id, user_id FROM push_subscriptions WHERE id > ${after} ORDER BY id LIMIT ${limit}
    ), noted AS (
      INSERT INTO push_deliveries (subscription_id, user_id, item_id)
      SELECT next.id, next.user_id, ${announcementId} FROM next JOIN users ON users.id = next.user_id
      WHERE coalesce((users.notifications -> 'announcement' ->> 'push')::boolean, ${isPushedAtFirst})
        AND coalesce((users.notifications -> 'announcement' ->> 'in_app')::boolean, true)
    )
    SELECT max(id) AS last, count(*)::int AS count FROM next`.execute(tx);
  const [row] = rows;
  return row && row.count === limit ? (row.last ?? undefined) : undefined;
}
