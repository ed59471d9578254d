import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { MessageRef } from '../messages.types.ts';
import { messageIdOf } from '../message-id.codec.ts';
import { forgetWords } from '../search/message-words.repository.ts';

/** A deleted message that still has content; `deletedMs` in milliseconds since 1970. */
export type Purgeable = MessageRef & { readonly deletedMs: number };

/** SQL condition: row of messages still has content. */
const HAS_CONTENT = sql`(content <> '' OR image_id IS NOT NULL OR image_url IS NOT NULL OR audio_id IS NOT NULL
  OR youtube_url IS NOT NULL)`;

type RefRow = { conversation_id: number; sequence: number };

const refOf = (row: RefRow): MessageRef => ({
  conversationId: row.conversation_id,
  sequence: row.sequence,
});

/**
 * Returns deleted messages that still have content, the oldest deletions first, after the last one of the previous
 * page.
 */
export async function listPurgeable(
  db: Queryable,
  { before, after, limit }: { before: Date; after: Purgeable | undefined; limit: number },
): Promise<Purgeable[]> {
  const behind = after
    ? sql`AND (deleted_at, conversation_id, sequence)
        > (to_timestamp(${after.deletedMs}::double precision / 1000), ${after.conversationId}, ${after.sequence})`
    : sql``;
  const { rows } = await sql<RefRow & { deleted_at: Date }>`
    SELECT conversation_id, sequence, deleted_at FROM messages
    WHERE deleted_at < ${before}
      AND ${HAS_CONTENT} ${behind}
    ORDER BY deleted_at, conversation_id, sequence LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    conversationId: row.conversation_id,
    sequence: row.sequence,
    deletedMs: row.deleted_at.getTime(),
  }));
}

/** Returns the given messages without those that are in an undecided report (SV-104). */
export async function withoutOpenReport<P extends MessageRef>(
  db: Queryable,
  refs: readonly P[],
): Promise<readonly P[]> {
  const ids = refs.map(({ conversationId, sequence }) => messageIdOf(conversationId, sequence));
  const { rows } = await sql<{ message_id: string }>`
    SELECT message_id FROM reports
    WHERE message_id = ANY (${ids}::text[]) AND status IN ('open', 'reviewing')`.execute(db);
  const named = new Set(rows.map((row) => row.message_id));
  return refs.filter((_ref, index) => !named.has(ids[index] ?? ''));
}

/** SQL condition: message `other` is none of those whose content is removed. */
const IS_NOT_HELD = sql`NOT EXISTS (
  SELECT FROM held mine
  WHERE mine.conversation_id = other.conversation_id AND mine.sequence = other.sequence)`;

/**
 * Removes the content of messages, with their former texts and the cards of their links. Returns the ids of their images and recordings that no
 * other message contains. The rows stay, because other tables refer to them.
 */
export async function blank(
  tx: Tx,
  refs: readonly MessageRef[],
): Promise<{ readonly imageIds: readonly string[]; readonly audioIds: readonly string[] }> {
  if (refs.length === 0) return { imageIds: [], audioIds: [] };
  await forgetWords(tx, refs);
  const { rows } = await sql<{ image_id: string | null; audio_id: string | null }>`
    WITH given AS (
      SELECT * FROM unnest(
        ${refs.map((ref) => ref.conversationId)}::bigint[], ${refs.map((ref) => ref.sequence)}::bigint[]
      ) AS listed (conversation_id, sequence)
    ), held AS (
      SELECT m.conversation_id, m.sequence, m.image_id, m.audio_id FROM messages m
      JOIN given ON given.conversation_id = m.conversation_id AND given.sequence = m.sequence
      ORDER BY m.conversation_id, m.sequence FOR UPDATE OF m
    ), unreacted AS (
      DELETE FROM message_reactions reaction USING given
      WHERE reaction.conversation_id = given.conversation_id AND reaction.sequence = given.sequence
    ), unversioned AS (
      DELETE FROM message_versions former USING given
      WHERE former.conversation_id = given.conversation_id AND former.sequence = given.sequence
    ), unqueued AS (
      DELETE FROM pending_previews waiting USING given
      WHERE waiting.conversation_id = given.conversation_id AND waiting.sequence = given.sequence
    ), uncarded AS (
      DELETE FROM message_previews card USING given
      WHERE card.conversation_id = given.conversation_id AND card.sequence = given.sequence
      RETURNING card.image_id
    ), pictures AS (
      SELECT image_id FROM held UNION SELECT image_id FROM uncarded
    ), blanked AS (
      UPDATE messages m
      SET content = '', image_id = NULL, image_url = NULL, audio_id = NULL, youtube_url = NULL, client_message_id = NULL
      FROM held WHERE held.conversation_id = m.conversation_id AND held.sequence = m.sequence
    )
    SELECT pictures.image_id, NULL AS audio_id FROM pictures
    WHERE pictures.image_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM messages other WHERE other.image_id = pictures.image_id AND ${IS_NOT_HELD})
      AND NOT EXISTS (
        SELECT FROM message_previews other WHERE other.image_id = pictures.image_id AND ${IS_NOT_HELD})
    UNION SELECT DISTINCT NULL, held.audio_id FROM held
    WHERE held.audio_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM messages other WHERE other.audio_id = held.audio_id AND ${IS_NOT_HELD})`.execute(tx);
  return {
    imageIds: rows.flatMap(({ image_id: id }) => (id === null ? [] : [id])),
    audioIds: rows.flatMap(({ audio_id: id }) => (id === null ? [] : [id])),
  };
}

/** A conversation that was cleared up to `clearedTo`; content is removed up to `purgedTo`. */
export type Clearing = {
  readonly id: number;
  readonly conversationId: number;
  readonly clearedTo: number;
  readonly purgedTo: number;
};

/** Returns the oldest clearing before a time; undefined if there is none. */
export async function findClearing(db: Queryable, before: Date): Promise<Clearing | undefined> {
  const { rows } = await sql<Clearing>`
    SELECT id, conversation_id AS "conversationId", cleared_to AS "clearedTo", purged_to AS "purgedTo"
    FROM conversation_clearings WHERE cleared_at < ${before} ORDER BY cleared_at, id LIMIT 1`.execute(db);
  return rows[0];
}

/** Returns the messages in a range of sequences that still have content, both ends included. */
export async function listWorded(
  db: Queryable,
  { conversationId, from, to }: { conversationId: number; from: number; to: number },
): Promise<MessageRef[]> {
  const { rows } = await sql<RefRow>`
    SELECT conversation_id, sequence FROM messages
    WHERE conversation_id = ${conversationId} AND sequence BETWEEN ${from} AND ${to}
      AND ${HAS_CONTENT}
    ORDER BY sequence`.execute(db);
  return rows.map(refOf);
}

/**
 * Marks messages of a cleared range as deleted, so that they are checked again like those that were deleted one by one.
 */
export async function noteDeleted(tx: Tx, refs: readonly MessageRef[]): Promise<void> {
  for (const { conversationId, sequence } of refs)
    await sql`
      UPDATE messages SET deleted_at = coalesce(deleted_at, now())
      WHERE conversation_id = ${conversationId} AND sequence = ${sequence}`.execute(tx);
}

/** Stores the progress of a clearing; deletes a completed one. */
export async function notePurged(tx: Tx, { id, clearedTo }: Clearing, purgedTo: number): Promise<void> {
  await (
    purgedTo >= clearedTo
      ? sql`DELETE FROM conversation_clearings WHERE id = ${id}`
      : sql`UPDATE conversation_clearings SET purged_to = ${purgedTo} WHERE id = ${id}`
  ).execute(tx);
}

/** Returns deleted messages that still have former texts, by conversation and sequence, after the given one (ED-04). */
export async function listFormerTexts(
  db: Queryable,
  { before, after, limit }: { before: Date; after: MessageRef | undefined; limit: number },
): Promise<MessageRef[]> {
  const { rows } = await sql<RefRow>`
    SELECT former.conversation_id, former.sequence
    FROM message_versions former
    JOIN messages m ON m.conversation_id = former.conversation_id AND m.sequence = former.sequence
    WHERE (former.conversation_id, former.sequence) > (${after?.conversationId ?? 0}, ${after?.sequence ?? 0})
      AND (m.deleted_at < ${before} OR EXISTS (
        SELECT FROM conversation_clearings clearing
        WHERE clearing.conversation_id = m.conversation_id AND clearing.cleared_to >= m.sequence
          AND clearing.cleared_at < ${before}))
    GROUP BY former.conversation_id, former.sequence
    ORDER BY former.conversation_id, former.sequence LIMIT ${limit}`.execute(db);
  return rows.map(refOf);
}

/** Removes the former texts of messages. */
export async function forgetFormerTexts(tx: Tx, refs: readonly MessageRef[]): Promise<void> {
  await sql`
    DELETE FROM message_versions former
    USING unnest(
      ${refs.map((ref) => ref.conversationId)}::bigint[], ${refs.map((ref) => ref.sequence)}::bigint[]
    ) AS given (conversation_id, sequence)
    WHERE former.conversation_id = given.conversation_id AND former.sequence = given.sequence`.execute(tx);
}
