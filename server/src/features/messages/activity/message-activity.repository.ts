import { ACTIVITY_ACTORS_MAX, ACTIVITY_GROUP_HOURS } from '@adda/contract/activity';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { StoredActivity } from '../../activity/index.ts';
import { areBlocked } from '../../relations/index.ts';
import { messageRefOf } from '../message-id.codec.ts';
import { isShownTo } from '../messages.repository.ts';
import type { MessageRef } from '../messages.types.ts';

/** A message that a reader has an item about, as the reader may see it now. */
export type ToldMessage = {
  readonly id: string;
  /** The sender; for reactions at most `ACTIVITY_ACTORS_MAX` users who reacted, the newest first. */
  readonly actorIds: readonly number[];
  readonly actorCount: number;
  /** The different emoji of these users, the newest first; empty for other kinds. */
  readonly emojis: readonly string[];
  readonly isSeen: boolean;
  /** Null for a message of a private chat. */
  readonly groupId: string | null;
  /** The other user of a private chat; null for a message of a room. */
  readonly peerName: string | null;
  readonly content: string;
  readonly isWhisper: boolean;
  readonly hasImage: boolean;
  readonly hasVoice: boolean;
  readonly hasVideo: boolean;
};

const isShownPerson = (person: string, readerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  ${sql.ref(`${person}.deleted_at`)} IS NULL AND ${sql.ref(`${person}.suspended_at`)} IS NULL
  AND NOT ${areBlocked(sql.ref(`${person}.id`), readerId)})`;

/** SQL: the reactions of others to message `m` that belong to item `item`, by users whom the reader may see. */
const reactionsOf = (readerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  FROM message_reactions reaction JOIN users person ON person.id = reaction.user_id
  WHERE reaction.conversation_id = m.conversation_id AND reaction.sequence = m.sequence
    AND reaction.user_id <> ${readerId} AND reaction.created_at >= item.opened_at
    AND reaction.created_at < item.opened_at + ${ACTIVITY_GROUP_HOURS} * interval '1 hour'
    AND ${isShownPerson('person', readerId)}`;

/**
 * SQL condition: the reader has seen the message of item `item` where it is. An edit may name a reader who has read the message
 * before (ED-01): that is seen when the conversation is read again, which `markSeen` stores.
 */
const isSeen = sql`(item.kind <> 'emoji_reaction' AND own.read_sequence >= m.sequence AND item.opened_at <= m.created_at)`;

/**
 * SQL: the items `item` with their messages `m`, of conversations `head` of which the reader is a member `own`, as far as the
 * reader may see them: the same conditions as for reading messages, and nothing of suspended users (NT-01).
 */
function visibleItems(readerId: RawBuilder<unknown>, items: readonly StoredActivity[]): RawBuilder<unknown> {
  const known = items.flatMap((item) => {
    const ref = messageRefOf(item.subjectId);
    return ref ? [{ ...item, ...ref }] : [];
  });
  return sql`
    FROM unnest(
      ${known.map(({ id }) => id)}::text[], ${known.map(({ kind }) => kind)}::text[],
      ${known.map(({ conversationId }) => conversationId)}::bigint[],
      ${known.map(({ sequence }) => sequence)}::bigint[],
      ${known.map(({ openedAt }) => openedAt.toISOString())}::timestamptz[]
    ) AS item (id, kind, conversation_id, sequence, opened_at)
    JOIN messages m ON m.conversation_id = item.conversation_id AND m.sequence = item.sequence
    JOIN conversations head ON head.id = m.conversation_id
    JOIN conversation_members own ON own.conversation_id = head.id AND own.user_id = ${readerId}
    JOIN users sender ON sender.id = m.sender_id
    LEFT JOIN rooms room ON room.conversation_id = head.id AND room.deleted_at IS NULL
    LEFT JOIN direct_conversations pair ON pair.conversation_id = head.id
    LEFT JOIN users peer ON peer.id = pair.low_id + pair.high_id - ${readerId}
    WHERE ${isShownTo(readerId)}
      AND CASE head.kind WHEN 'room' THEN room.group_id IS NOT NULL ELSE ${isShownPerson('peer', readerId)} END
      AND CASE item.kind
        WHEN 'emoji_reaction' THEN sender.id = ${readerId} AND EXISTS (SELECT ${reactionsOf(readerId)})
        ELSE ${isShownPerson('sender', readerId)} AND CASE item.kind
          WHEN 'mention' THEN ${readerId} = ANY (m.mention_ids)
          ELSE EXISTS (
            SELECT FROM messages original
            WHERE original.conversation_id = m.conversation_id AND original.sequence = m.reply_sequence
              AND original.sender_id = ${readerId}) END END`;
}

/** Returns the messages of those of the items that the reader may see, in one statement. */
export async function readToldMessages(
  db: Queryable,
  reader: number,
  items: readonly StoredActivity[],
): Promise<ToldMessage[]> {
  const readerId = sql`${reader}::bigint`;
  const { rows } = await sql<ToldMessage>`
    WITH seen AS MATERIALIZED (
      SELECT item.id AS item_id, item.kind, item.opened_at, ${isSeen} AS is_seen, m.*, room.group_id,
        peer.username AS peer_name
      ${visibleItems(readerId, items)}
    )
    SELECT m.item_id AS id, coalesce(reacted.user_ids, ARRAY[m.sender_id]) AS "actorIds",
      coalesce(reacted.count, 1) AS "actorCount", coalesce(reacted.emojis, '{}') AS emojis, m.is_seen AS "isSeen",
      m.group_id AS "groupId", m.peer_name AS "peerName", m.content, m.recipient_ids IS NOT NULL AS "isWhisper",
      m.image_id IS NOT NULL AS "hasImage", m.audio_id IS NOT NULL AS "hasVoice",
      m.youtube_url IS NOT NULL AS "hasVideo"
    FROM seen m
    LEFT JOIN LATERAL (
      SELECT (array_agg(newest.user_id ORDER BY newest.id DESC))[1:${sql.lit(ACTIVITY_ACTORS_MAX)}] AS user_ids,
        count(*) AS count,
        (array_agg(newest.emoji ORDER BY newest.id DESC))[1:${sql.lit(ACTIVITY_ACTORS_MAX)}] AS emojis
      FROM (
        SELECT DISTINCT ON (reaction.user_id) reaction.user_id, reaction.id, reaction.emoji
        FROM (SELECT m.opened_at) item CROSS JOIN LATERAL (SELECT reaction.* ${reactionsOf(readerId)}) reaction
        ORDER BY reaction.user_id, reaction.id DESC
      ) newest
      HAVING count(*) > 0
    ) reacted ON m.kind = 'emoji_reaction'`.execute(db);
  return rows;
}

/** Returns the ids of those of the items that the reader may see and has not seen yet. */
export async function listUnseenItems(
  db: Queryable,
  reader: number,
  items: readonly StoredActivity[],
): Promise<ReadonlySet<string>> {
  const readerId = sql`${reader}::bigint`;
  const { rows } = await sql<{ id: string }>`
    SELECT item.id ${visibleItems(readerId, items)} AND NOT ${isSeen}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the messages to which a user reacted, the newest reactions first. */
export async function listReactedBy(db: Queryable, userId: number, limit: number): Promise<MessageRef[]> {
  const { rows } = await sql<MessageRef>`
    SELECT conversation_id AS "conversationId", sequence FROM message_reactions WHERE user_id = ${userId}
    ORDER BY created_at DESC LIMIT ${limit}`.execute(db);
  return rows;
}
