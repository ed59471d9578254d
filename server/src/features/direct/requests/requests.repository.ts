import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { notHiddenBy } from '../../messages/index.ts';
import { areBlocked, isStranger } from '../../relations/index.ts';

/** SQL: whether the viewer has written in the private chat `pair` or accepted it; then it is no request to them any more. */
export const isAcceptedBy = (viewer: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`CASE ${viewer} WHEN pair.low_id THEN pair.accepted_by_low ELSE pair.accepted_by_high END`;

/** SQL condition: the private chat `pair` is a request of the peer to the viewer, if it has messages (MR-02). */
export const isRequestTo = (viewer: RawBuilder<unknown>, peer: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(NOT ${isAcceptedBy(viewer)} AND ${isStranger(peer, viewer)})`;

/** SQL condition: requests of user `person` are shown: the account is neither suspended nor deleted (MR-02). */
export const isShownPerson = (person: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${person}.suspended_at`)} IS NULL AND ${sql.ref(`${person}.deleted_at`)} IS NULL)`;

/** Returns whether a peer has a request to the viewer: a text that the viewer sees and has not answered, accepted or declined. */
export async function isRequest(db: Queryable, viewerId: number, peerId: number): Promise<boolean> {
  const [viewer, peer] = [sql`${viewerId}::bigint`, sql`${peerId}::bigint`];
  const { rows } = await sql`
    SELECT FROM direct_conversations pair
    JOIN conversations head ON head.id = pair.conversation_id
    JOIN conversation_members own ON own.conversation_id = head.id AND own.user_id = ${viewer}
    JOIN users person ON person.id = ${peer}
    WHERE pair.low_id = least(${viewer}, ${peer}) AND pair.high_id = greatest(${viewer}, ${peer})
      AND ${isRequestTo(viewer, peer)} AND ${isShownPerson('person')} AND NOT ${areBlocked(viewer, peer)}
      AND EXISTS (
        SELECT FROM messages m
        WHERE m.conversation_id = head.id AND m.sequence > greatest(own.cleared_to, head.cleared_to)
          AND m.sender_id = ${peer} AND m.deleted_at IS NULL AND ${notHiddenBy(viewer)}
      )`.execute(db);
  return rows.length > 0;
}

/** Stores that the viewer accepts what the peer writes. The caller holds the lock of the conversation's head. */
export async function acceptPeer(tx: Tx, conversationId: number, viewerId: number): Promise<void> {
  await sql`
    UPDATE direct_conversations SET
      accepted_by_low = accepted_by_low OR low_id = ${viewerId},
      accepted_by_high = accepted_by_high OR high_id = ${viewerId}
    WHERE conversation_id = ${conversationId}`.execute(tx);
}

/** Stores that the reader declined the request of the sender now. The caller holds the lock of the conversation's head. */
export async function declineSender(tx: Tx, senderId: number, readerId: number): Promise<void> {
  await sql`
    INSERT INTO private_requests (sender_id, recipient_id, declined_at) VALUES (${senderId}, ${readerId}, now())
    ON CONFLICT (sender_id, recipient_id) DO UPDATE SET declined_at = now()`.execute(tx);
}

/** Returns how many people declined a request of the sender within the last days. */
export async function countDecliners(db: Queryable, senderId: number, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM private_requests
    WHERE sender_id = ${senderId} AND declined_at > now() - make_interval(days => ${days})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Removes what is stored about requests of and to a user whose account is deleted. */
export async function deleteRequests(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM private_requests WHERE sender_id = ${userId} OR recipient_id = ${userId}`.execute(tx);
}

/** What the viewer and the sender of a request have in common. */
export type Acquaintance = {
  readonly peerId: number;
  readonly groups: { readonly group_id: string; readonly name: string }[];
  readonly follows: string[];
  readonly followCount: number;
  readonly accountCreatedAt: Date;
};

/**
 * Returns for each of the peers the rooms that both are in, and the people whom both follow, at most `named` of them by name,
 * without those whom the viewer may not see.
 */
export async function listAcquaintances(
  db: Queryable,
  viewerId: number,
  peerIds: readonly number[],
  named: number,
): Promise<Acquaintance[]> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<Acquaintance>`
    SELECT peer.id AS "peerId", peer.created_at AS "accountCreatedAt",
      coalesce((
        SELECT json_agg(json_build_object('group_id', room.group_id, 'name', room.name) ORDER BY room.name, room.group_id)
        FROM conversation_members own
        JOIN conversation_members theirs
          ON theirs.conversation_id = own.conversation_id AND theirs.user_id = peer.id
        JOIN rooms room ON room.conversation_id = own.conversation_id AND room.deleted_at IS NULL
        WHERE own.user_id = ${viewer}
      ), '[]') AS groups,
      coalesce(followed.names[1:${named}], '{}') AS follows, coalesce(cardinality(followed.names), 0) AS "followCount"
    FROM users peer
    CROSS JOIN LATERAL (
      SELECT array_agg(person.username::text ORDER BY own.created_at DESC, person.id) AS names
      FROM follows own
      JOIN follows theirs ON theirs.followed_id = own.followed_id AND theirs.follower_id = peer.id
      JOIN users person ON person.id = own.followed_id
      WHERE own.follower_id = ${viewer} AND ${isShownPerson('person')}
        AND NOT ${areBlocked(viewer, sql`person.id`)}
    ) followed
    WHERE peer.id = ANY (${peerIds}::bigint[])`.execute(db);
  return rows;
}
