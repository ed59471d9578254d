import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import type { EvidenceSource } from './conversation-kinds.service.ts';
import { messageIdOf } from './message-id.codec.ts';
import { addressedTo } from './messages.repository.ts';

/** A message at the time of a report; a deleted one with its content. */
export type Evidence = {
  readonly message_id: string;
  /** Null for a message of a private chat. */
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly sender: string;
  readonly content: string;
  readonly image_id: string | null;
  /** Null also in evidence from before voice messages (VM-03). */
  readonly audio_id: string | null;
  readonly audio_duration_ms: number | null;
  readonly youtube_url: string | null;
  readonly timestamp: string;
  readonly is_deleted: boolean;
  /** A whisper, or a message of a private chat. */
  readonly is_private: boolean;
  /** The texts before its edits, oldest first (ED-04). */
  readonly versions: readonly FormerText[];
};

/** A text that a message had before an edit, and when it was written. */
export type FormerText = { readonly content: string; readonly at: string };

type Range = {
  /** Whispers that this user sent or received are included. */
  readonly readerId: number;
  readonly upTo: number | undefined;
  readonly limit: number;
};

type EvidenceRow = Omit<Evidence, 'message_id' | 'timestamp'> & {
  readonly sequence: number;
  readonly created_at: Date;
};

/** Reads the newest messages as they are stored, oldest first. System notices of a room are not evidence. */
export async function readEvidence(
  db: Queryable,
  { conversationId, senderId }: EvidenceSource,
  { readerId, upTo, limit }: Range,
): Promise<Evidence[]> {
  const { rows } = await sql<EvidenceRow>`
    SELECT page.sequence, room.group_id, room.name AS group_name, coalesce(sender.username, 'system') AS sender,
      page.content, page.image_id, page.audio_id, recording.duration_ms AS audio_duration_ms, page.youtube_url,
      page.created_at, page.is_deleted,
      page.recipient_ids IS NOT NULL OR room.group_id IS NULL AS is_private,
      coalesce((
        SELECT json_agg(json_build_object('content', former.content, 'at', former.written_at) ORDER BY former.revision)
        FROM message_versions former
        WHERE former.conversation_id = page.conversation_id AND former.sequence = page.sequence
      ), '[]') AS versions
    FROM (
      SELECT m.*, m.deleted_at IS NOT NULL OR m.sequence <= head.cleared_to AS is_deleted
      FROM messages m JOIN conversations head ON head.id = m.conversation_id
      WHERE m.conversation_id = ${conversationId}
        AND ${upTo === undefined ? sql`true` : sql`m.sequence <= ${upTo}`}
        AND ${senderId === undefined ? sql`true` : sql`m.sender_id = ${senderId}`}
        AND m.about_ids IS NULL AND ${addressedTo(readerId)}
      ORDER BY m.sequence DESC LIMIT ${limit}
    ) page
    LEFT JOIN rooms room ON room.conversation_id = page.conversation_id
    LEFT JOIN recordings recording ON recording.id = page.audio_id
    LEFT JOIN users sender ON sender.id = page.sender_id
    ORDER BY page.sequence`.execute(db);
  return rows.map((row) => ({
    message_id: messageIdOf(conversationId, row.sequence),
    group_id: row.group_id,
    group_name: row.group_name,
    sender: row.sender,
    content: row.content,
    image_id: row.image_id,
    audio_id: row.audio_id,
    audio_duration_ms: row.audio_duration_ms,
    youtube_url: row.youtube_url,
    timestamp: row.created_at.toISOString(),
    is_deleted: row.is_deleted,
    is_private: row.is_private,
    versions: row.versions.map(({ content, at }) => ({ content, at: new Date(at).toISOString() })),
  }));
}
