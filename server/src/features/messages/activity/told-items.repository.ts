import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import { messageRefOf } from '../message-id.codec.ts';

/** An item of the activity, by its user. */
export type ItemOfUser = { readonly userId: number; readonly itemId: string };

/** A conversation that a user has read: a room, or the private chat with a peer. */
export type ReadPlace = { readonly userId: number } & (
  | { readonly conversationId: number }
  | { readonly peerId: number }
);

/** Users who are no members of a room any more. */
export type Left = { readonly groupId: string; readonly userIds: readonly number[] };

/** Most items of a conversation that are shown anew at once; older ones are right when they are listed. */
const SHOWN_AT_ONCE = 300;

/** SQL: the part of the ids of messages that names their conversation. */
const prefixOf = (conversationId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`split_part(message_id_of(${conversationId}, 0), '-', 1)`;

/**
 * Stores that users have seen the mentions and replies up to their read positions in these conversations, so that counting
 * unread items need not look at them again. Returns the items.
 */
export async function markSeen(tx: Tx, places: readonly ReadPlace[]): Promise<ItemOfUser[]> {
  const { rows } = await sql<ItemOfUser & { messageId: string; readTo: number }>`
    SELECT item.user_id AS "userId", item.id AS "itemId", item.subject_id AS "messageId",
      own.read_sequence AS "readTo"
    FROM unnest(
      ${places.map(({ userId }) => userId)}::bigint[],
      ${places.map((place) => ('conversationId' in place ? place.conversationId : null))}::bigint[],
      ${places.map((place) => ('peerId' in place ? place.peerId : null))}::bigint[]
    ) AS given (user_id, conversation_id, peer_id)
    LEFT JOIN direct_conversations pair
      ON pair.low_id = least(given.user_id, given.peer_id) AND pair.high_id = greatest(given.user_id, given.peer_id)
      AND given.peer_id IS NOT NULL
    JOIN conversation_members own
      ON own.conversation_id = coalesce(given.conversation_id, pair.conversation_id) AND own.user_id = given.user_id
    JOIN activity_items item
      ON item.user_id = given.user_id AND NOT item.is_read AND item.subject_type = 'message'
      AND item.kind IN ('mention', 'reply')
      AND split_part(item.subject_id, '-', 1) = ${prefixOf(sql`own.conversation_id`)}`.execute(tx);
  const seen = rows.filter(
    ({ messageId, readTo }) => (messageRefOf(messageId)?.sequence ?? Infinity) <= readTo,
  );
  if (seen.length === 0) return [];
  const ids = seen.map(({ itemId }) => itemId);
  // Locked in the order of the ids, as all changes of several items are.
  await sql`
    WITH seen AS (
      SELECT id FROM activity_items WHERE id = ANY (${ids}::text[]) ORDER BY id FOR NO KEY UPDATE)
    UPDATE activity_items SET is_read = true FROM seen WHERE activity_items.id = seen.id`.execute(tx);
  return seen;
}

/** Returns the items about messages. */
export const listItemsOf = (tx: Tx, messageIds: readonly string[]): Promise<ItemOfUser[]> =>
  listItems(tx, sql`item.subject_id = ANY (${messageIds}::text[])`);

/** Returns the newest items about messages of a conversation. */
export const listItemsIn = (tx: Tx, conversationId: number): Promise<ItemOfUser[]> =>
  listItems(
    tx,
    sql`split_part(item.subject_id, '-', 1) = ${prefixOf(sql`${conversationId}::bigint`)}`,
    SHOWN_AT_ONCE,
  );

/** Returns the newest items of users about messages of a room. */
export const listItemsOfLeft = (tx: Tx, { groupId, userIds }: Left): Promise<ItemOfUser[]> =>
  listItems(
    tx,
    sql`item.user_id = ANY (${userIds}::bigint[]) AND split_part(item.subject_id, '-', 1)
      = ${prefixOf(sql`(SELECT conversation_id FROM rooms WHERE group_id = ${groupId})`)}`,
    SHOWN_AT_ONCE,
  );

async function listItems(tx: Tx, condition: RawBuilder<unknown>, limit?: number): Promise<ItemOfUser[]> {
  const { rows } = await sql<ItemOfUser>`
    SELECT item.user_id AS "userId", item.id AS "itemId" FROM activity_items item
    WHERE item.subject_type = 'message' AND ${condition}
    ${limit === undefined ? sql`` : sql`ORDER BY item.happened_at DESC LIMIT ${limit}`}`.execute(tx);
  return rows;
}

/** Returns the users who have an item that says that a message mentions them or replies to them. */
export async function listNamed(tx: Tx, messageId: string): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM activity_items
    WHERE subject_type = 'message' AND subject_id = ${messageId} AND kind IN ('mention', 'reply')`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.user_id));
}
