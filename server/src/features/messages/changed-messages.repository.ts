import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { areBlocked, blockedWith } from '../relations/index.ts';
import {
  isShownTo,
  messageColumns,
  messageJoins,
  messageOf,
  type MessageRow,
} from './messages.repository.ts';
import type { MessageRef, StoredMessage } from './messages.types.ts';

/** The facts about a changed message that decide who receives which event. */
export type ChangedFacts = {
  readonly kind: 'room' | 'direct';
  readonly senderId: number;
  readonly recipientIds: readonly number[] | null;
  readonly revision: number;
  /** Users with reactions, and the emoji of each. */
  readonly reactors: readonly {
    readonly userId: number;
    readonly username: string;
    readonly emojis: readonly string[];
  }[];
  /**
   * Members who may see less than others: they have a block with a user who reacted, with the sender of the quoted
   * message or with the author of the forwarded one, or they reacted and have a block with the sender.
   */
  readonly apartIds: readonly number[];
  /** The two users of a private chat; empty for a room. */
  readonly pairIds: readonly number[];
};

/** Returns the facts about a message that is not deleted. */
export async function findChanged(
  db: Queryable,
  { conversationId, sequence }: MessageRef,
): Promise<ChangedFacts | undefined> {
  const { rows } = await sql<ChangedFacts>`
    WITH reactor AS (
      SELECT reaction.user_id, person.username, array_agg(reaction.emoji) AS emojis
      FROM message_reactions reaction JOIN users person ON person.id = reaction.user_id
      WHERE reaction.conversation_id = ${conversationId} AND reaction.sequence = ${sequence}
      GROUP BY reaction.user_id, person.username
    ), named AS (
      SELECT user_id FROM reactor
      UNION SELECT original.sender_id FROM messages m
      JOIN messages original
        ON original.conversation_id = m.conversation_id AND original.sequence = m.reply_sequence
      WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence} AND original.sender_id IS NOT NULL
      UNION SELECT m.forwarded_from_id FROM messages m
      WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence} AND m.forwarded_from_id IS NOT NULL
    ), blocked AS (
      SELECT DISTINCT other.id FROM named CROSS JOIN LATERAL (${blockedWith(sql`named.user_id`)}) AS other
    )
    SELECT head.kind, head.revision, m.sender_id AS "senderId", m.recipient_ids AS "recipientIds",
      coalesce((SELECT json_agg(json_build_object(
        'userId', reactor.user_id, 'username', reactor.username, 'emojis', reactor.emojis)) FROM reactor), '[]')
        AS reactors,
      ARRAY(
        SELECT member.user_id FROM blocked JOIN conversation_members member
          ON member.conversation_id = ${conversationId} AND member.user_id = blocked.id
        UNION SELECT reactor.user_id FROM reactor
        WHERE ${areBlocked(sql`reactor.user_id`, sql`m.sender_id`)}
      ) AS "apartIds",
      CASE WHEN head.kind = 'direct' THEN ARRAY(
        SELECT member.user_id FROM conversation_members member WHERE member.conversation_id = head.id
      ) ELSE '{}' END AS "pairIds"
    FROM messages m JOIN conversations head ON head.id = m.conversation_id
    WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence} AND m.deleted_at IS NULL
      AND m.sequence > head.cleared_to`.execute(db);
  return rows[0];
}

/**
 * Returns a message as each reader may see it now, by user id; readers who may not see it are left out. The caller knows
 * that they may read the conversation. Id 0 is a reader without reactions and blocks.
 */
export async function readMessageFor(
  db: Queryable,
  { conversationId, sequence }: MessageRef,
  readerIds: readonly number[],
): Promise<Map<number, StoredMessage>> {
  const readerId = sql`reader.id`;
  const { rows } = await sql<MessageRow & { reader_id: number }>`
    SELECT reader.id AS reader_id, ${messageColumns(readerId)}
    FROM unnest(${readerIds}::bigint[]) AS reader (id)
    JOIN messages m ON m.conversation_id = ${conversationId} AND m.sequence = ${sequence}
    JOIN conversations head ON head.id = m.conversation_id
    LEFT JOIN conversation_members own ON own.conversation_id = head.id AND own.user_id = reader.id
    ${messageJoins}
    WHERE ${isShownTo(readerId)}`.execute(db);
  return new Map(rows.map((row) => [row.reader_id, messageOf(row)]));
}
