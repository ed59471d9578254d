import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { messageIdOf } from '../../messages/index.ts';

/** A message at the time of a report; a deleted one with its text. */
export type Evidence = {
  readonly message_id: string;
  readonly group_id: string;
  readonly group_name: string;
  readonly sender: string;
  readonly content: string;
  readonly image_id: string | null;
  readonly youtube_url: string | null;
  readonly timestamp: string;
  readonly is_deleted: boolean;
  readonly is_private: boolean;
};

/** Selects messages: the newest `limit` up to a sequence, of one sender or of all. */
export type EvidenceRange = {
  readonly conversationId: number;
  /** Whose whispers may be among them: those of this person, sent or received (X-35). */
  readonly readerId: number;
  readonly upTo?: number | undefined;
  readonly senderId?: number | undefined;
  readonly limit: number;
};

type Row = {
  conversation_id: number;
  sequence: number;
  group_id: string;
  group_name: string;
  sender: string | null;
  content: string;
  image_id: string | null;
  youtube_url: string | null;
  created_at: Date;
  is_deleted: boolean;
  is_private: boolean;
};

/** Reads messages of a room as they are stored, oldest first. */
export async function readEvidence(db: Queryable, range: EvidenceRange): Promise<Evidence[]> {
  const { conversationId, readerId, upTo, senderId, limit } = range;
  const { rows } = await sql<Row>`
    SELECT page.*, room.group_id, room.name AS group_name, sender.username AS sender
    FROM (
      SELECT m.conversation_id, m.sequence, m.sender_id, m.content, m.image_id, m.youtube_url, m.created_at,
        m.deleted_at IS NOT NULL OR m.sequence <= head.cleared_to AS is_deleted,
        m.recipient_ids IS NOT NULL AS is_private
      FROM messages m JOIN conversations head ON head.id = m.conversation_id
      WHERE m.conversation_id = ${conversationId}
        AND ${upTo === undefined ? sql`true` : sql`m.sequence <= ${upTo}`}
        AND ${senderId === undefined ? sql`true` : sql`m.sender_id = ${senderId}`}
        -- What the room itself tells of people is no evidence.
        AND m.about_ids IS NULL
        AND (m.recipient_ids IS NULL OR m.sender_id = ${readerId} OR ${readerId} = ANY (m.recipient_ids))
      ORDER BY m.sequence DESC LIMIT ${limit}
    ) page
    JOIN rooms room ON room.conversation_id = page.conversation_id
    LEFT JOIN users sender ON sender.id = page.sender_id
    ORDER BY page.sequence`.execute(db);
  return rows.map((row) => ({
    message_id: messageIdOf(row.conversation_id, row.sequence),
    group_id: row.group_id,
    group_name: row.group_name,
    sender: row.sender ?? 'system',
    content: row.content,
    image_id: row.image_id,
    youtube_url: row.youtube_url,
    timestamp: row.created_at.toISOString(),
    is_deleted: row.is_deleted,
    is_private: row.is_private,
  }));
}

/** The conversation of a room by its public id, deleted rooms included. */
export async function findConversation(db: Queryable, groupId: string): Promise<number | undefined> {
  const { rows } = await sql<{ conversation_id: number }>`
    SELECT conversation_id FROM rooms WHERE group_id = ${groupId}`.execute(db);
  return rows[0]?.conversation_id;
}

/** Rooms that two people are both in. */
export async function sharedConversations(
  db: Queryable,
  [one, other]: readonly [number, number],
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ conversation_id: number }>`
    SELECT mine.conversation_id
    FROM conversation_members mine
    JOIN conversation_members theirs ON theirs.conversation_id = mine.conversation_id
    JOIN rooms room ON room.conversation_id = mine.conversation_id
    JOIN conversations head ON head.id = mine.conversation_id
    WHERE mine.user_id = ${one} AND theirs.user_id = ${other}
    ORDER BY head.last_message_at DESC NULLS LAST LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.conversation_id);
}

/** Returns whether a user may read a room: members and global admins may (Q-36). */
export async function mayRead(db: Queryable, conversationId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users person
    WHERE person.id = ${userId} AND (person.role = 'admin' OR EXISTS (
      SELECT FROM conversation_members member
      WHERE member.conversation_id = ${conversationId} AND member.user_id = person.id
    ))`.execute(db);
  return rows.length === 1;
}
