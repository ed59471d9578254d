import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { Deletable } from '../deletions.repository.ts';

/** Messages that one statement scans at most, which bounds its duration. */
export const STRETCH = 5000;

/** Returns the next conversation, by id, in which the user may have written, with its newest sequence. */
export async function nextWritten(
  db: Queryable,
  userId: number,
  behind = 0,
): Promise<{ readonly conversationId: number; readonly lastSequence: number } | undefined> {
  const { rows } = await sql<{ conversationId: number; lastSequence: number }>`
    SELECT writer.conversation_id AS "conversationId", coalesce(head.last_sequence, 0) AS "lastSequence"
    FROM conversation_writers writer LEFT JOIN conversations head ON head.id = writer.conversation_id
    WHERE writer.user_id = ${userId} AND writer.conversation_id > ${behind}
    ORDER BY writer.conversation_id LIMIT 1`.execute(db);
  return rows[0];
}

/** A message of the user. `isWorded`: it still has content. */
export type Written = Deletable & { readonly isWorded: boolean };

/** Returns the user's messages of a conversation after the sequence `from`. */
export async function listWritten(
  db: Queryable,
  { userId, conversationId, from }: { userId: number; conversationId: number; from: number },
): Promise<Written[]> {
  const { rows } = await sql<Written>`
    SELECT m.conversation_id AS "conversationId", m.sequence, m.sender_id AS "senderId",
      m.recipient_ids AS "recipientIds", m.deleted_at IS NOT NULL AS "isDeleted",
      (m.content <> '' OR m.image_id IS NOT NULL OR m.image_url IS NOT NULL OR m.youtube_url IS NOT NULL OR m.audio_id IS NOT NULL
        OR m.client_message_id IS NOT NULL) AS "isWorded"
    FROM messages m
    WHERE m.conversation_id = ${conversationId} AND m.sequence > ${from} AND m.sequence <= ${from + STRETCH}
      AND m.sender_id = ${userId}
    ORDER BY m.sequence`.execute(db);
  return rows;
}

/** Deletes the record that the user was in a conversation, or in all if none is given. */
export async function forgetWriter(tx: Tx, userId: number, conversationId?: number): Promise<void> {
  const one = conversationId === undefined ? sql`` : sql`AND conversation_id = ${conversationId}`;
  await sql`DELETE FROM conversation_writers WHERE user_id = ${userId} ${one}`.execute(tx);
}
