import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';

/** A room with messages in a time span, and its newest sequence. */
export type LivelyRoom = { readonly conversationId: number; readonly lastSequence: number };

/** Returns the rooms with a message since a time. */
export async function listLivelyRooms(db: Queryable, since: Date): Promise<LivelyRoom[]> {
  const { rows } = await sql<LivelyRoom>`
    SELECT head.id AS "conversationId", head.last_sequence AS "lastSequence"
    FROM conversations head JOIN rooms room ON room.conversation_id = head.id
    WHERE head.last_message_at >= ${since} AND room.deleted_at IS NULL
    ORDER BY head.id`.execute(db);
  return rows;
}

/** The time of the newest message that a user wrote to all members of a room, in milliseconds since 1970. */
export type Spoken = { readonly conversationId: number; readonly userId: number; readonly at: number };

/**
 * Returns who wrote to all members of these rooms, since a time and above a sequence (null for any): whispers and notices
 * do not count (GR-08).
 */
export async function listSpoken(
  db: Queryable,
  rooms: readonly { readonly conversationId: number; readonly above: number | null }[],
  since: Date,
): Promise<Spoken[]> {
  const { rows } = await sql<Spoken>`
    SELECT asked.conversation_id AS "conversationId", spoken.sender_id AS "userId",
      (extract(epoch FROM spoken.at) * 1000)::float8 AS at
    FROM unnest(
      ${rooms.map((room) => room.conversationId)}::bigint[], ${rooms.map((room) => room.above)}::bigint[]
    ) AS asked (conversation_id, above)
    CROSS JOIN LATERAL (
      SELECT coalesce(asked.above, sequence_before(asked.conversation_id, ${since}) - 1) AS sequence OFFSET 0
    ) start
    CROSS JOIN LATERAL (
      SELECT m.sender_id, max(m.created_at) AS at FROM messages m
      WHERE m.conversation_id = asked.conversation_id AND m.sequence > start.sequence AND m.created_at >= ${since}
        AND m.sender_id IS NOT NULL AND m.recipient_ids IS NULL AND m.about_ids IS NULL
      GROUP BY m.sender_id
    ) spoken
    ORDER BY asked.conversation_id, spoken.sender_id`.execute(db);
  return rows;
}
