import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { messageRefOf, type EvidenceQuestion, type EvidenceSource } from '../../messages/index.ts';
import { findRoom } from '../rooms.repository.ts';
import type { Room } from '../rooms.types.ts';

/** Returns the rooms of the conversations that a user may read, by conversation; others are left out (R-14). */
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

/**
 * Returns the public id of the room of a conversation, deleted rooms included; undefined for a private conversation.
 */
export async function findGroupId(db: Queryable, conversationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ group_id: string }>`
    SELECT group_id FROM rooms WHERE conversation_id = ${conversationId}`.execute(db);
  return rows[0]?.group_id;
}

/** Number of shared rooms that are searched if a report names none. */
const EVIDENCE_ROOMS = 5;

/**
 * Returns the room of the reported message, otherwise the named room, otherwise the rooms that both users are in.
 * Evidence for reporters who may read the room includes the messages of all members, so that replies are included; for
 * others only those of the reported user (R-14).
 */
export async function findEvidence(
  db: Queryable,
  question: EvidenceQuestion,
): Promise<readonly EvidenceSource[]> {
  const { reporterId, reportedId, messageId, groupId } = question;
  const named = messageId === undefined ? undefined : messageRefOf(messageId)?.conversationId;
  const { rows } = await sql<{ conversationId: number; mayRead: boolean }>`
    SELECT room.conversation_id AS "conversationId", EXISTS (
        SELECT FROM users reporter
        WHERE reporter.id = ${reporterId} AND (reporter.role = 'admin' OR EXISTS (
          SELECT FROM conversation_members member
          WHERE member.conversation_id = room.conversation_id AND member.user_id = reporter.id))
      ) AS "mayRead"
    FROM rooms room
    WHERE ${named === undefined ? sql`room.group_id = ${groupId ?? ''}` : sql`room.conversation_id = ${named}`}`.execute(
    db,
  );
  const [room] = rows;
  if (room) return [{ conversationId: room.conversationId, senderId: room.mayRead ? undefined : reportedId }];
  if (named !== undefined) return [];
  const shared = await findSharedRooms(db, reporterId, reportedId);
  return shared.map((conversationId) => ({ conversationId, senderId: reportedId }));
}

/** Returns the rooms that both users are in, by their newest message. */
async function findSharedRooms(db: Queryable, one: number, other: number): Promise<number[]> {
  const { rows } = await sql<{ conversation_id: number }>`
    SELECT mine.conversation_id
    FROM conversation_members mine
    JOIN conversation_members theirs ON theirs.conversation_id = mine.conversation_id
    JOIN rooms room ON room.conversation_id = mine.conversation_id
    JOIN conversations head ON head.id = mine.conversation_id
    WHERE mine.user_id = ${one} AND theirs.user_id = ${other}
    ORDER BY head.last_message_at DESC NULLS LAST LIMIT ${EVIDENCE_ROOMS}`.execute(db);
  return rows.map((row) => row.conversation_id);
}
