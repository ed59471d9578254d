import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import type { InboxPlace } from '../live/index.ts';
import { areBlocked } from '../relations/index.ts';
import type { ViewerPlace } from './inbox.repository.ts';

/** A row of one user's inbox, as changes name it. */
export type ChangedRow = { readonly userId: number; readonly place: InboxPlace };

/** A changed row with what the place stands for now; all undefined if there is no such place any more. */
export type ResolvedRow = {
  readonly userId: number;
  readonly conversationId: number | undefined;
  readonly peerId: number | undefined;
  readonly groupId: string | undefined;
  readonly username: string | undefined;
};

/** Returns those of the users who are members of the conversations, with their conversations. */
export async function findMembersAmong(
  db: Queryable,
  conversationIds: readonly number[],
  userIds: readonly number[],
): Promise<ViewerPlace[]> {
  const { rows } = await sql<{ user_id: number; conversation_id: number }>`
    SELECT user_id, conversation_id FROM conversation_members
    WHERE conversation_id = ANY (${conversationIds}::bigint[]) AND user_id = ANY (${userIds}::bigint[])`.execute(
    db,
  );
  return rows.map((row) => ({ userId: row.user_id, conversationId: row.conversation_id }));
}

/** Looks up the conversations and names of changed rows, in their order. */
export async function resolveRows(db: Queryable, changed: readonly ChangedRow[]): Promise<ResolvedRow[]> {
  const { rows } = await sql<{
    user_id: number;
    conversation_id: number | null;
    peer_id: number | null;
    group_id: string | null;
    username: string | null;
  }>`
    SELECT given.user_id, coalesce(room.conversation_id, pair.conversation_id) AS conversation_id, peer.id AS peer_id,
      room.group_id, peer.username
    FROM unnest(
      ${changed.map(({ userId }) => userId)}::bigint[],
      ${changed.map(({ place }) => ('groupId' in place ? place.groupId : null))}::text[],
      ${changed.map(({ place }) => ('peerId' in place ? place.peerId : null))}::bigint[],
      ${changed.map(({ place }) => ('username' in place ? place.username : null))}::text[],
      ${changed.map(({ place }) => ('conversationId' in place ? place.conversationId : null))}::bigint[]
    ) WITH ORDINALITY AS given (user_id, group_id, peer_id, username, conversation_id, n)
    LEFT JOIN rooms room ON room.conversation_id = coalesce(
      (SELECT named.conversation_id FROM rooms named WHERE named.group_id = given.group_id), given.conversation_id)
    LEFT JOIN users peer ON peer.id = coalesce(
      given.peer_id, (SELECT named.id FROM users named WHERE named.username = given.username),
      (SELECT own.low_id + own.high_id - given.user_id FROM direct_conversations own
       WHERE own.conversation_id = given.conversation_id))
    LEFT JOIN direct_conversations pair
      ON pair.low_id = least(given.user_id, peer.id) AND pair.high_id = greatest(given.user_id, peer.id)
    ORDER BY given.n`.execute(db);
  return rows.map((row) => ({
    userId: row.user_id,
    conversationId: row.conversation_id ?? undefined,
    peerId: row.peer_id ?? undefined,
    groupId: row.group_id ?? undefined,
    username: row.username ?? undefined,
  }));
}

/** A room of a user by its conversation, or the other user of a private chat. */
type PlaceOfUser = { readonly conversationId: number } | { readonly peerId: number };

/**
 * Returns the rooms in which something of a user is shown, as for `listRoomsWith`, and the other users of private chats who have no
 * block with them. It reads the index of messages once for each room of the server: suspensions are rare.
 */
export async function listPlacesOf(db: Queryable, userId: number): Promise<PlaceOfUser[]> {
  const user = sql`${userId}::bigint`;
  const { rows } = await sql<{ conversation_id: number | null; peer_id: number | null }>`
    SELECT own.conversation_id, NULL::bigint AS peer_id
    FROM conversation_members own JOIN rooms room ON room.conversation_id = own.conversation_id
    WHERE own.user_id = ${user}
    UNION ALL
    SELECT room.conversation_id, NULL FROM rooms room
    WHERE EXISTS (
        SELECT FROM messages message
        WHERE message.conversation_id = room.conversation_id AND message.sender_id = ${user}
          AND message.client_message_id IS NOT NULL)
      AND NOT EXISTS (
        SELECT FROM conversation_members own
        WHERE own.conversation_id = room.conversation_id AND own.user_id = ${user})
    UNION ALL
    SELECT NULL, pair.low_id + pair.high_id - ${user} FROM direct_conversations pair
    WHERE (pair.low_id = ${user} OR pair.high_id = ${user}) AND NOT ${areBlocked(sql`pair.low_id`, sql`pair.high_id`)}`.execute(
    db,
  );
  return rows.map(({ conversation_id: conversationId, peer_id: peerId }) =>
    conversationId === null ? { peerId: peerId ?? 0 } : { conversationId },
  );
}

/**
 * Returns the public ids of a user's rooms in which something of another user is shown: as a member, or by messages
 * from the time before they left. Of those only messages with a client message id are looked for, which is indexed:
 * a client of the API that sends none keeps the earlier row of such a room until it loads the list again.
 */
export async function listRoomsWith(db: Queryable, userId: number, otherId: number): Promise<string[]> {
  const other = sql`${otherId}::bigint`;
  const { rows } = await sql<{ group_id: string }>`
    SELECT room.group_id FROM conversation_members own
    JOIN rooms room ON room.conversation_id = own.conversation_id
    WHERE own.user_id = ${userId}::bigint AND (
      EXISTS (
        SELECT FROM conversation_members theirs
        WHERE theirs.conversation_id = own.conversation_id AND theirs.user_id = ${other})
      OR EXISTS (
        SELECT FROM messages message
        WHERE message.conversation_id = own.conversation_id AND message.sender_id = ${other}
          AND message.client_message_id IS NOT NULL))`.execute(db);
  return rows.map((row) => row.group_id);
}
