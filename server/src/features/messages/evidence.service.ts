import { EVIDENCE_MESSAGES } from '@adda/contract/moderation';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../platform/database/index.ts';
import type { ConversationKind, EvidenceQuestion, EvidenceSource } from './conversation-kind.types.ts';
import { messageIdOf, messageRefOf } from './message-identity.ts';
import { meantFor } from './messages.repository.ts';

/** A message at the time of a report; a deleted one with its content. */
export type Evidence = {
  readonly message_id: string;
  /** Null for a message of a private chat. */
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly sender: string;
  readonly content: string;
  readonly image_id: string | null;
  readonly youtube_url: string | null;
  readonly timestamp: string;
  readonly is_deleted: boolean;
  /** A whisper, or a message of a private chat. */
  readonly is_private: boolean;
};

/** Messages after the reported one that are kept with it. */
const MESSAGES_AFTER = 4;

/**
 * Collects messages for reports (SV-47): those around the reported message, otherwise the newest of the conversations that
 * each kind names. Deleted, hidden and cleared messages are included, and a block changes nothing; whispers between other
 * users are never included (X-35).
 */
export function createEvidence(
  { db }: Database,
  kinds: () => Iterable<Pick<ConversationKind, 'findEvidence'>>,
) {
  /** The reported message, if the reported user sent it; to all, or as a whisper. */
  async function readAlone({ reportedId, messageId = '' }: EvidenceQuestion): Promise<Evidence[]> {
    const ref = messageRefOf(messageId);
    if (!ref) return [];
    const { conversationId, sequence: upTo } = ref;
    const source = { conversationId, senderId: reportedId };
    const found = await readEvidence(db, source, { readerId: reportedId, upTo, limit: 1 });
    return found.filter((message) => message.message_id === messageId);
  }

  /** Returns the evidence, oldest first; empty for a question that names nothing that exists. */
  return async (question: EvidenceQuestion): Promise<Evidence[]> => {
    if (question.isAlone) return readAlone(question);
    const ref = question.messageId === undefined ? undefined : messageRefOf(question.messageId);
    const range = {
      readerId: question.reporterId,
      upTo: ref && ref.sequence + MESSAGES_AFTER,
      limit: EVIDENCE_MESSAGES,
    };
    const sources = await Promise.all([...kinds()].map((kind) => kind.findEvidence(db, question)));
    const found = await Promise.all(sources.flat().map((source) => readEvidence(db, source, range)));
    return found
      .flat()
      .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp))
      .slice(-EVIDENCE_MESSAGES);
  };
}

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

/** Reads the newest messages as they are stored, oldest first. Notices of the room itself are no evidence. */
async function readEvidence(
  db: Queryable,
  { conversationId, senderId }: EvidenceSource,
  { readerId, upTo, limit }: Range,
): Promise<Evidence[]> {
  const { rows } = await sql<EvidenceRow>`
    SELECT page.sequence, room.group_id, room.name AS group_name, coalesce(sender.username, 'system') AS sender,
      page.content, page.image_id, page.youtube_url, page.created_at, page.is_deleted,
      page.recipient_ids IS NOT NULL OR room.group_id IS NULL AS is_private
    FROM (
      SELECT m.*, m.deleted_at IS NOT NULL OR m.sequence <= head.cleared_to AS is_deleted
      FROM messages m JOIN conversations head ON head.id = m.conversation_id
      WHERE m.conversation_id = ${conversationId}
        AND ${upTo === undefined ? sql`true` : sql`m.sequence <= ${upTo}`}
        AND ${senderId === undefined ? sql`true` : sql`m.sender_id = ${senderId}`}
        AND m.about_ids IS NULL AND ${meantFor(readerId)}
      ORDER BY m.sequence DESC LIMIT ${limit}
    ) page
    LEFT JOIN rooms room ON room.conversation_id = page.conversation_id
    LEFT JOIN users sender ON sender.id = page.sender_id
    ORDER BY page.sequence`.execute(db);
  return rows.map(({ sequence, created_at: createdAt, ...message }) => ({
    message_id: messageIdOf(conversationId, sequence),
    ...message,
    timestamp: createdAt.toISOString(),
  }));
}
