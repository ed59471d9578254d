import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { blockedWith } from '../../relations/index.ts';
import { notOfSuspended } from '../messages.repository.ts';
import type { CommittedForward, MessageRef } from '../messages.types.ts';

/** The facts about a message that decide whether and how it is forwarded (FT-06). */
export type ForwardFacts = {
  /** A system notice. */
  readonly isNotice: boolean;
  readonly isWhisper: boolean;
  /** The sender is suspended and the viewer is no administrator (SV-50). */
  readonly isOfSuspended: boolean;
  /** The links of the message get no card (FT-05). */
  readonly isBare: boolean;
  /** The first author: of a forward, the author of the message that it forwards; null for a system notice. */
  readonly authorId: number | null;
};

/** Returns the facts about a message that the viewer may read in its conversation. */
export async function findForwardFacts(
  db: Queryable,
  { conversationId, sequence }: MessageRef,
  viewerId: number,
): Promise<ForwardFacts | undefined> {
  const { rows } = await sql<ForwardFacts>`
    SELECT m.sender_id IS NULL OR m.about_ids IS NOT NULL AS "isNotice", m.recipient_ids IS NOT NULL AS "isWhisper",
      NOT ${notOfSuspended(viewerId)} AS "isOfSuspended", coalesce(m.no_preview, false) AS "isBare",
      coalesce(m.forwarded_from_id, m.sender_id) AS "authorId"
    FROM messages m WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence}`.execute(db);
  return rows[0];
}

/** Returns the author of a forwarded message, as its readers in the conversations may know them. */
export async function readForwardAuthor(
  db: Queryable,
  authorId: number,
  conversationIds: readonly number[],
): Promise<CommittedForward> {
  const { rows } = await sql<{ username: string | null; hidden_from: number[] }>`
    SELECT CASE WHEN author.name_when_forwarded AND author.deleted_at IS NULL THEN author.username END AS username,
      ARRAY(
        SELECT DISTINCT other.id FROM (${blockedWith(sql`author.id`)}) AS other
        JOIN conversation_members member
          ON member.conversation_id = ANY (${conversationIds}::bigint[]) AND member.user_id = other.id
      ) AS hidden_from
    FROM users author WHERE author.id = ${authorId}`.execute(db);
  return { authorId, username: rows[0]?.username ?? null, hiddenFrom: rows[0]?.hidden_from ?? [] };
}
