import { sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';

/** Returns the newest committed sequence of a room. */
export async function lastSequence(db: Database['db'], groupId: string): Promise<number> {
  const { rows } = await sql<{ last_sequence: number }>`
    SELECT last_sequence FROM conversations JOIN rooms ON rooms.conversation_id = conversations.id
    WHERE group_id = ${groupId}`.execute(db);
  return rows[0]?.last_sequence ?? 0;
}
