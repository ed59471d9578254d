import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { MessageRef } from '../../messages/index.ts';
import { sourceName } from '../reports/evidence.types.ts';

/** Returns the image id of a message, even if the message is deleted; null if it has none. */
export async function findImageOfMessage(
  db: Queryable,
  { conversationId, sequence }: MessageRef,
): Promise<string | null> {
  const { rows } = await sql<{ image_id: string | null }>`
    SELECT image_id FROM messages
    WHERE conversation_id = ${conversationId} AND sequence = ${sequence}`.execute(db);
  return rows[0]?.image_id ?? null;
}

/** Returns whether the image still has to be copied as evidence of a report. */
export async function isToBeCopied(db: Queryable, imageId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM evidence_files
    WHERE source = ${sourceName({ of: 'image', id: imageId })} AND copied_at IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}
