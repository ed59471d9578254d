import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';

/** The sequence up to which a user has read a room. */
export type ReadInRoom = {
  readonly userId: number;
  readonly conversationId: number;
  readonly sequence: number;
};

/** Deletes the entries of whispers that were read; returns the users whose count changed. */
export async function markWhispersRead(db: Queryable, read: readonly ReadInRoom[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH deleted AS (
      DELETE FROM unread_whispers whisper
      USING unnest(
        ${read.map((each) => each.userId)}::bigint[], ${read.map((each) => each.conversationId)}::bigint[],
        ${read.map((each) => each.sequence)}::bigint[]
      ) AS here (user_id, conversation_id, sequence)
      WHERE whisper.user_id = here.user_id AND whisper.conversation_id = here.conversation_id
        AND whisper.sequence <= here.sequence
      RETURNING whisper.user_id
    )
    SELECT DISTINCT user_id FROM deleted`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Deletes the unread whispers of cleared rooms; returns the users who had some. */
export async function forgetWhispers(db: Queryable, conversationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH deleted AS (
      DELETE FROM unread_whispers whisper USING conversations head
      WHERE whisper.conversation_id = ANY (${conversationIds}::bigint[])
        AND head.id = whisper.conversation_id AND whisper.sequence <= head.cleared_to
      RETURNING whisper.user_id
    )
    SELECT DISTINCT user_id FROM deleted`.execute(db);
  return rows.map((row) => row.user_id);
}
