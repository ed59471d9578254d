import type { UnreadCount } from '@adda/contract/direct';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { MessageRow, StoredMessage } from '../../messages/index.ts';
import {
  hasMuted,
  mentions,
  messageColumns,
  messageJoins,
  messageOf,
  notHiddenBy,
} from '../../messages/index.ts';
import { isOnline } from '../../presence/index.ts';
import { areBlocked } from '../../relations/index.ts';
import { isRequestTo, isShownPerson } from '../requests/requests.repository.ts';

/** SQL condition: the user's chat with the peer is open on some node, so new messages count as read (SV-46). */
export function isChatOpen(userId: RawBuilder<unknown>, peerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM open_chats
    WHERE open_chats.user_id = ${userId} AND open_chats.peer_id = ${peerId} AND open_chats.open_until > now())`;
}

/**
 * SQL condition: message `m` is unread in one private conversation, given as `own` with `conversation_id`, `peer_id`,
 * `read_sequence` and `cleared_to`. The query checks separately whether the chat is open and whether there is a block.
 */
export function unreadIn(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    m.conversation_id = own.conversation_id AND m.sequence > greatest(own.read_sequence, own.cleared_to)
    AND m.sender_id = own.peer_id AND m.deleted_at IS NULL AND ${notHiddenBy(userId)}`;
}

const peerId = sql`CASE pair.low_id WHEN reader.user_id THEN pair.high_id ELSE pair.low_id END`;

/**
 * SQL query: all unread messages (user_id, conversation_id, sequence, sender_id, created_at, is_whisper, is_request, is_muted)
 * of the users in the CTE `reader` with `user_id` (SV-41, Q-12). Those of a request (`is_request`) count apart, and not at all
 * while their sender is suspended or deleted (MR-02); those of a muted conversation (`is_muted`) count apart, too (GR-07). OFFSET 0 keeps the planner from reading messages before the read
 * position is known, which would read whole conversations.
 */
const unreadOfReaders = sql`
  SELECT own.user_id, m.conversation_id, m.sequence, m.sender_id, m.created_at, false AS is_whisper,
    own.is_request, own.is_muted
  FROM (
    SELECT reader.user_id, head.id AS conversation_id, member.read_sequence,
      greatest(member.cleared_to, head.cleared_to) AS cleared_to, ${peerId} AS peer_id,
      ${isRequestTo(sql`reader.user_id`, peerId)} AS is_request,
      ${hasMuted(sql`reader.user_id`, sql`head.id`)} AS is_muted
    FROM reader
    JOIN conversation_members member ON member.user_id = reader.user_id
    JOIN direct_conversations pair ON pair.conversation_id = member.conversation_id
    JOIN conversations head ON head.id = member.conversation_id
    WHERE head.last_sequence > greatest(member.read_sequence, member.cleared_to, head.cleared_to)
      AND NOT ${areBlocked(sql`reader.user_id`, peerId)} AND NOT ${isChatOpen(sql`reader.user_id`, peerId)}
    OFFSET 0
  ) own
  CROSS JOIN LATERAL (SELECT m.* FROM messages m WHERE ${unreadIn(sql`own.user_id`)} OFFSET 0) m
  WHERE NOT own.is_request
    OR EXISTS (SELECT FROM users person WHERE person.id = own.peer_id AND ${isShownPerson('person')})
  UNION ALL
  SELECT whisper.user_id, m.conversation_id, m.sequence, m.sender_id, m.created_at, true, false,
    ${hasMuted(sql`whisper.user_id`, sql`whisper.conversation_id`)}
  FROM reader
  JOIN unread_whispers whisper ON whisper.user_id = reader.user_id
  JOIN conversation_members member
    ON member.conversation_id = whisper.conversation_id AND member.user_id = whisper.user_id
  JOIN conversations head ON head.id = whisper.conversation_id
  JOIN messages m ON m.conversation_id = whisper.conversation_id AND m.sequence = whisper.sequence
  WHERE m.deleted_at IS NULL AND m.sequence > head.cleared_to
    AND (SELECT author.suspended_at IS NULL FROM users author WHERE author.id = whisper.sender_id)
    AND NOT ${areBlocked(sql`whisper.user_id`, sql`whisper.sender_id`)}`;

/**
 * Numbers of unread messages: by the username of the sender, of the people with unread messages in requests (MR-02), and of the
 * messages in muted conversations, which are in no other number (GR-07).
 */
export type UnreadCounts = { readonly bySender: Record<string, number>; requests: number; muted: number };

/** Returns the wire form of unread counts (SV-46, MR-02). */
export const unreadCountOf = ({ bySender, requests, muted }: UnreadCounts): UnreadCount => ({
  total: Object.values(bySender).reduce((sum, count) => sum + count, 0),
  by_sender: bySender,
  requests,
  muted,
});

/** Returns the unread counts of several readers, in one statement. */
export async function countUnread(
  db: Queryable,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, UnreadCounts>> {
  const { rows } = await sql<{
    user_id: number;
    sender: string | null;
    is_request: boolean;
    is_muted: boolean;
    count: number;
  }>`
    WITH reader AS (SELECT DISTINCT unnest(${userIds}::bigint[]) AS user_id),
    counted AS (
      SELECT user_id, sender_id, is_request, is_muted, count(*) AS count FROM (${unreadOfReaders}) unread
      GROUP BY user_id, sender_id, is_request, is_muted
    )
    SELECT counted.user_id, sender.username AS sender, counted.is_request, counted.is_muted, counted.count
    FROM counted JOIN users sender ON sender.id = counted.sender_id
    ORDER BY sender.username`.execute(db);
  const counts = new Map<number, UnreadCounts>(
    userIds.map((userId) => [userId, { bySender: {}, requests: 0, muted: 0 }]),
  );
  for (const { user_id: userId, sender, is_request: isRequest, is_muted: isMuted, count } of rows) {
    const own = counts.get(userId);
    if (!own || sender === null) continue;
    if (isRequest) own.requests += 1;
    else if (isMuted) own.muted += count;
    else own.bySender[sender] = count;
  }
  return counts;
}

/** A user in a room, by its conversation; null for all rooms in which the user has unread mentions. */
export type MentionedIn = { readonly userId: number; readonly conversationId: number | null };

/** Returns the unread mentions of users in rooms of which they are members (MN-03). */
export async function countMentions(db: Queryable, places: readonly MentionedIn[]) {
  const { rows } = await sql<{
    userId: number;
    group_id: string;
    unread_mentions: number;
    oldest_mention: number | null;
  }>`
    WITH asked AS (
      SELECT * FROM unnest(
        ${places.map((place) => place.userId)}::bigint[], ${places.map((place) => place.conversationId)}::bigint[]
      ) AS given (user_id, conversation_id)
    ), place AS (
      SELECT user_id, conversation_id FROM asked WHERE conversation_id IS NOT NULL
      UNION
      SELECT mention.user_id, mention.conversation_id
      FROM asked JOIN unread_mentions mention ON mention.user_id = asked.user_id
      WHERE asked.conversation_id IS NULL
    )
    SELECT place.user_id AS "userId", room.group_id, counted.unread_mentions, counted.oldest_mention
    FROM place
    JOIN conversation_members member
      ON member.conversation_id = place.conversation_id AND member.user_id = place.user_id
    JOIN rooms room ON room.conversation_id = place.conversation_id AND room.deleted_at IS NULL
    CROSS JOIN LATERAL (
      ${mentions.unreadMentionsIn(sql`place.user_id`, sql`place.conversation_id`)}
    ) counted
    ORDER BY place.user_id, place.conversation_id`.execute(db);
  return rows;
}

/** Returns the users who are connected to any node. */
export async function listOnline(db: Queryable, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT person.user_id FROM (SELECT DISTINCT unnest(${userIds}::bigint[]) AS user_id) person
    WHERE ${isOnline(sql`person.user_id`)}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** An unread message; `groupId` names the room of a whisper. */
export type Unread = {
  readonly conversationId: number;
  readonly message: StoredMessage;
  readonly sender: string;
  readonly groupId: string | null;
  readonly groupName: string | null;
};

type UnreadRow = MessageRow & {
  conversation_id: number;
  sender: string;
  group_id: string | null;
  group_name: string | null;
};

/** Returns the newest unread messages of a user, and how many there are by sender, at the same moment. */
export async function readUnread(
  db: Queryable,
  userId: number,
  limit: number,
): Promise<{ readonly newest: readonly Unread[] } & UnreadCounts> {
  const reader = sql`${userId}::bigint`;
  const { rows } = await sql<
    { by_sender: Record<string, number> | null; requests: number; muted: number } & (
      | UnreadRow
      | { sequence: null }
    )
  >`
    WITH reader AS (SELECT ${reader} AS user_id),
    unread AS MATERIALIZED (${unreadOfReaders}),
    newest AS (
      SELECT * FROM unread WHERE NOT is_request AND NOT is_muted
      ORDER BY created_at DESC, conversation_id DESC, sequence DESC LIMIT ${limit}
    ), counted AS (
      SELECT json_object_agg(author.username, waiting.count) AS by_sender,
        (SELECT count(DISTINCT sender_id) FROM unread WHERE is_request) AS requests,
        (SELECT count(*) FROM unread WHERE is_muted AND NOT is_request) AS muted
      FROM (
        SELECT sender_id, count(*) AS count FROM unread WHERE NOT is_request AND NOT is_muted GROUP BY sender_id
      ) waiting
      JOIN users author ON author.id = waiting.sender_id
    )
    SELECT counted.by_sender, counted.requests, counted.muted, m.conversation_id, ${messageColumns(reader)}, room.group_id, room.name AS group_name
    FROM counted
    LEFT JOIN newest ON true
    LEFT JOIN messages m ON m.conversation_id = newest.conversation_id AND m.sequence = newest.sequence
    LEFT JOIN rooms room ON room.conversation_id = m.conversation_id
    ${messageJoins}
    ORDER BY m.created_at DESC, m.conversation_id DESC, m.sequence DESC`.execute(db);
  return {
    newest: rows.flatMap((row) => (row.sequence === null ? [] : unreadOf(row))),
    bySender: rows[0]?.by_sender ?? {},
    requests: rows[0]?.requests ?? 0,
    muted: rows[0]?.muted ?? 0,
  };
}

const unreadOf = (row: UnreadRow): Unread => ({
  conversationId: row.conversation_id,
  sender: row.sender,
  groupId: row.group_id,
  groupName: row.group_name,
  message: messageOf(row),
});

/**
 * Marks all unread messages of a user as read, or those of one sender; returns their number and the chats whose read position
 * moved. One statement: messages that arrive meanwhile stay unread and are not counted. Messages of users with a block stay
 * as they are, and requests do unless their sender is named (MR-02).
 */
export async function markAllRead(
  db: Queryable,
  userId: number,
  senderId: number | undefined,
): Promise<{ readonly count: number; readonly chats: readonly { peerId: number; upTo: number }[] }> {
  const bySender = (column: RawBuilder<unknown>) =>
    senderId === undefined ? sql`true` : sql`${column} = ${senderId}`;
  const withRequests = (others: RawBuilder<unknown>) => (senderId === undefined ? others : sql`true`);
  const peerOf = sql`CASE pair.low_id WHEN member.user_id THEN pair.high_id ELSE pair.low_id END`;
  const { rows } = await sql<{ count: number; chats: { peerId: number; upTo: number }[] | null }>`
    WITH reader AS (SELECT ${userId}::bigint AS user_id),
    unread AS MATERIALIZED (
      SELECT * FROM (${unreadOfReaders}) waiting WHERE ${bySender(sql`waiting.sender_id`)} AND ${withRequests(sql`NOT waiting.is_request`)}
    ), due AS (
      SELECT member.conversation_id, head.last_sequence, ${peerOf} AS peer_id FROM conversation_members member
      JOIN direct_conversations pair ON pair.conversation_id = member.conversation_id
      JOIN conversations head ON head.id = pair.conversation_id
      WHERE member.user_id = ${userId} AND member.read_sequence < head.last_sequence
        AND ${bySender(peerOf)} AND ${withRequests(sql`NOT ${isRequestTo(sql`member.user_id`, peerOf)}`)} AND NOT ${areBlocked(sql`member.user_id`, peerOf)}
      ORDER BY member.conversation_id FOR NO KEY UPDATE OF member
    ), moved AS (
      UPDATE conversation_members member SET read_sequence = greatest(member.read_sequence, due.last_sequence)
      FROM due WHERE member.user_id = ${userId} AND member.conversation_id = due.conversation_id
    ), read_whispers AS (
      DELETE FROM unread_whispers whisper
      WHERE whisper.user_id = ${userId} AND ${bySender(sql`whisper.sender_id`)}
        AND NOT ${areBlocked(sql`whisper.user_id`, sql`whisper.sender_id`)}
    )
    SELECT count(*) AS count,
      (SELECT json_agg(json_build_object('peerId', due.peer_id, 'upTo', due.last_sequence)) FROM due) AS chats
    FROM unread`.execute(db);
  return { count: rows[0]?.count ?? 0, chats: rows[0]?.chats ?? [] };
}

/** Returns the id of the user of a name, deleted accounts included; undefined for an unknown name. */
export async function findSender(db: Queryable, username: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(db);
  return rows[0]?.id;
}
