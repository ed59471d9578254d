import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import type { Draft, HistoryRequest, Placed, StoredMessage } from './messages.types.ts';

type MessageRow = {
  sequence: number;
  created_at: Date;
  sender_id: number | null;
  sender: string | null;
  client_message_id: string | null;
  content: string;
  image_url: string | null;
  image_id: string | null;
  youtube_url: string | null;
  recipients: string[] | null;
  is_deleted: boolean;
};

/** Reads up to `limit` messages that the viewer may read, in the direction of the request. */
export async function readMessages(db: Queryable, request: HistoryRequest): Promise<StoredMessage[]> {
  const { conversationId, viewerId, before, afterSequence, limit } = request;
  const range =
    afterSequence !== undefined
      ? sql`m.sequence > ${afterSequence}`
      : before
        ? sql`m.sequence < sequence_before(${conversationId}, ${before})`
        : sql`true`;
  const order = afterSequence === undefined ? sql`DESC` : sql`ASC`;
  // The page first, names after: a plan that joins before it cuts would read the whole conversation.
  const { rows } = await sql<MessageRow>`
    WITH page AS MATERIALIZED (
      SELECT * FROM messages m
      WHERE m.conversation_id = ${conversationId} AND ${range}
        AND (m.recipient_ids IS NULL OR m.sender_id = ${viewerId} OR ${viewerId} = ANY (m.recipient_ids))
      ORDER BY m.sequence ${order} LIMIT ${limit}
    )
    SELECT page.sequence, page.created_at, page.sender_id, sender.username AS sender, page.client_message_id,
      CASE WHEN page.deleted_at IS NULL THEN page.content ELSE '' END AS content,
      CASE WHEN page.deleted_at IS NULL THEN page.image_url END AS image_url,
      CASE WHEN page.deleted_at IS NULL THEN page.image_id END AS image_id,
      CASE WHEN page.deleted_at IS NULL THEN page.youtube_url END AS youtube_url,
      CASE WHEN page.recipient_ids IS NOT NULL THEN
        ARRAY(SELECT named.username FROM users named WHERE named.id = ANY (page.recipient_ids) ORDER BY 1)
      END AS recipients,
      page.deleted_at IS NOT NULL AS is_deleted
    FROM page LEFT JOIN users sender ON sender.id = page.sender_id
    ORDER BY page.sequence`.execute(db);
  return rows.map(messageOf);
}

function messageOf(row: MessageRow): StoredMessage {
  return {
    sequence: row.sequence,
    createdAt: row.created_at.getTime(),
    senderId: row.sender_id,
    sender: row.sender,
    clientMessageId: row.client_message_id,
    content: row.content,
    imageUrl: row.image_url,
    imageId: row.image_id,
    youtubeUrl: row.youtube_url,
    recipients: row.recipients,
    isDeleted: row.is_deleted,
  };
}

/** The newest sequence of a conversation; 0 while nothing was said. */
export async function readLastSequence(db: Queryable, conversationId: number): Promise<number> {
  const { rows } = await sql<{ last_sequence: number }>`
    SELECT last_sequence FROM conversations WHERE id = ${conversationId}`.execute(db);
  return rows[0]?.last_sequence ?? 0;
}

/** The first message with the draft's client id, if it is stored (SV-102). */
export async function findFirst(db: Queryable, draft: Draft): Promise<Placed | undefined> {
  if (draft.clientMessageId === null || draft.senderId === null) return undefined;
  const { rows } = await sql<{ sequence: number; created_at: Date }>`
    SELECT sequence, created_at FROM messages
    WHERE conversation_id = ${draft.conversationId} AND sender_id = ${draft.senderId}
      AND client_message_id = ${draft.clientMessageId}`.execute(db);
  const row = rows[0];
  return row && { sequence: row.sequence, createdAt: row.created_at.getTime() };
}
