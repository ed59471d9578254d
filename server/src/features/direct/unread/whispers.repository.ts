import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';

/** Up to which sequence somebody has heard a room. */
export type HeardInRoom = {
  readonly userId: number;
  readonly conversationId: number;
  readonly sequence: number;
};

/** What was whispered to people who heard it counts as read; answers those for whom that changed something. */
export async function markWhispersRead(db: Queryable, heard: readonly HeardInRoom[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH gone AS (
      DELETE FROM unread_whispers whisper
      USING unnest(
        ${heard.map((each) => each.userId)}::bigint[], ${heard.map((each) => each.conversationId)}::bigint[],
        ${heard.map((each) => each.sequence)}::bigint[]
      ) AS here (user_id, conversation_id, sequence)
      WHERE whisper.user_id = here.user_id AND whisper.conversation_id = here.conversation_id
        AND whisper.sequence <= here.sequence
      RETURNING whisper.user_id
    )
    SELECT DISTINCT user_id FROM gone`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Forgets the whispers of rooms where everything was deleted; answers for whom some of them waited. */
export async function forgetWhispers(db: Queryable, conversationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH gone AS (
      DELETE FROM unread_whispers whisper USING conversations head
      WHERE whisper.conversation_id = ANY (${conversationIds}::bigint[])
        AND head.id = whisper.conversation_id AND whisper.sequence <= head.cleared_to
      RETURNING whisper.user_id
    )
    SELECT DISTINCT user_id FROM gone`.execute(db);
  return rows.map((row) => row.user_id);
}
