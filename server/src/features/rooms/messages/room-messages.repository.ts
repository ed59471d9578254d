import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import {
  messageRefOf,
  readableBy,
  type EvidenceQuestion,
  type EvidenceSource,
  type MessageRef,
} from '../../messages/index.ts';
import { areBlocked } from '../../relations/index.ts';
import { findRoomsOf } from '../rooms.repository.ts';
import type { Room } from '../rooms.types.ts';

/** Returns the rooms of the conversations that a user may read, by conversation; others are left out (R-14). */
export async function findReadableRooms(
  db: Queryable,
  conversationIds: readonly number[],
  viewerId: number,
): Promise<Map<number, Room>> {
  const rooms = await findRoomsOf(db, conversationIds, viewerId);
  const readable = rooms.filter((room) => room.group.allowed_actions.includes('read'));
  return new Map(readable.map((room) => [room.conversationId, room]));
}

/**
 * Returns the public id of the room of a conversation, deleted rooms included; undefined for a private conversation.
 */
export async function findGroupId(db: Queryable, conversationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ group_id: string }>`
    SELECT group_id FROM rooms WHERE conversation_id = ${conversationId}`.execute(db);
  return rows[0]?.group_id;
}

/** SQL condition: the user may read `room`; an automatic report has the reported user as its reporter. */
const isInRoom = (userId: number) => sql<boolean>`EXISTS (
  SELECT FROM users reporter
  WHERE reporter.id = ${userId} AND (reporter.role = 'admin' OR EXISTS (
    SELECT FROM conversation_members member
    WHERE member.conversation_id = room.conversation_id AND member.user_id = reporter.id)))`;

/** Number of shared rooms that are searched if a report names none. */
const EVIDENCE_ROOMS = 5;

/**
 * Returns the room of the reported message, otherwise the named room, otherwise the rooms that both users are in. A private
 * room counts as unknown for reporters who are not in it (GR-01).
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
    SELECT room.conversation_id AS "conversationId", ${isInRoom(reporterId)} AS "mayRead"
    FROM rooms room
    WHERE ${named === undefined ? sql`room.group_id = ${groupId ?? ''}` : sql`room.conversation_id = ${named}`}
      AND (NOT room.is_private OR ${reporterId === reportedId} OR ${isInRoom(reporterId)})`.execute(db);
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

/** Sender or recipient of a whisper. `is_here`: still a member of the room, and not suspended. */
export type WhisperPerson = {
  readonly id: number;
  readonly username: string;
  readonly is_here: boolean;
  readonly is_blocked: boolean;
};

/**
 * Returns sender and recipients of a whisper that the viewer may read, the viewer included, by name; an empty list for any other
 * message (RY-02).
 */
export async function findWhisperPeople(
  db: Queryable,
  { conversationId, sequence }: MessageRef,
  viewerId: number,
): Promise<WhisperPerson[]> {
  const { rows } = await sql<WhisperPerson>`
    SELECT person.id, person.username, ${areBlocked(sql`person.id`, sql`${viewerId}`)} AS is_blocked,
      person.suspended_at IS NULL AND EXISTS (
        SELECT FROM conversation_members member
        WHERE member.conversation_id = m.conversation_id AND member.user_id = person.id) AS is_here
    FROM messages m JOIN users person ON person.id = ANY (m.recipient_ids || m.sender_id)
    WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence}
      AND m.recipient_ids IS NOT NULL AND m.deleted_at IS NULL AND ${readableBy(viewerId)}
    ORDER BY person.username`.execute(db);
  return rows;
}
