import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';

/** A message of a private conversation as it is stored. */
export type EvidenceRow = {
  readonly sequence: number;
  readonly sender_id: number | null;
  readonly sender: string;
  readonly content: string;
  readonly image_id: string | null;
  readonly created_at: Date;
  readonly is_deleted: boolean;
};

/** Returns the newest `limit` messages up to a sequence, oldest first, deleted and hidden ones included. */
export async function readEvidence(
  db: Queryable,
  range: { readonly conversationId: number; readonly upTo: number | undefined; readonly limit: number },
): Promise<EvidenceRow[]> {
  const { conversationId, upTo, limit } = range;
  const { rows } = await sql<EvidenceRow>`
    SELECT page.sequence, page.sender_id, coalesce(sender.username, 'system') AS sender, page.content, page.image_id,
      page.created_at, page.deleted_at IS NOT NULL AS is_deleted
    FROM (
      SELECT m.sequence, m.sender_id, m.content, m.image_id, m.created_at, m.deleted_at FROM messages m
      WHERE m.conversation_id = ${conversationId}
        AND ${upTo === undefined ? sql`true` : sql`m.sequence <= ${upTo}`}
      ORDER BY m.sequence DESC LIMIT ${limit}
    ) page
    LEFT JOIN users sender ON sender.id = page.sender_id
    ORDER BY page.sequence`.execute(db);
  return rows;
}
