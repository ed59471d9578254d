import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { findRoom } from '../rooms.repository.ts';
import type { Room } from '../rooms.types.ts';

/** Rooms of some conversations that a person may read, by conversation; others are left out. */
export async function findReadableRooms(
  db: Queryable,
  conversationIds: readonly number[],
  viewerId: number,
): Promise<Map<number, Room>> {
  const { rows } = await sql<{ group_id: string }>`
    SELECT group_id FROM rooms WHERE conversation_id = ANY (${conversationIds})
    ORDER BY conversation_id`.execute(db);
  const readable = new Map<number, Room>();
  for (const { group_id: groupId } of rows) {
    const room = await findRoom(db, groupId, viewerId);
    if (room?.group.allowed_actions.includes('read')) readable.set(room.conversationId, room);
  }
  return readable;
}

/** The public id of the room of a conversation, deleted rooms included; undefined for a private conversation. */
export async function findGroupId(db: Queryable, conversationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ group_id: string }>`
    SELECT group_id FROM rooms WHERE conversation_id = ${conversationId}`.execute(db);
  return rows[0]?.group_id;
}
