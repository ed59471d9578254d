import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { noteQuoteChanges } from './change-log.repository.ts';
import { addressedTo } from './messages.repository.ts';
import type { MessageRef } from './messages.types.ts';

/** A message of a user that an administrator removes. */
export type MessageRemoval = {
  readonly ref: MessageRef;
  readonly senderId: number;
  readonly removedBy: number;
};

/** A message that a user wants to delete, with the facts that decide whether the user may. */
export type Deletable = MessageRef & {
  readonly senderId: number | null;
  readonly recipientIds: readonly number[] | null;
  /** Deleted on its own or together with the whole conversation. */
  readonly isDeleted: boolean;
};

type DeletableRow = {
  conversation_id: number;
  sequence: number;
  sender_id: number | null;
  recipient_ids: number[] | null;
  is_deleted: boolean;
};

/**
 * Returns the messages that exist and are addressed to the viewer, ordered by conversation and sequence. A block
 * between viewer and sender does not count: a moderator may delete messages of a user who has blocked them.
 */
export async function findDeletable(
  db: Queryable,
  refs: readonly MessageRef[],
  viewerId: number,
): Promise<Deletable[]> {
  const { rows } = await sql<DeletableRow>`
    SELECT m.conversation_id, m.sequence, m.sender_id, m.recipient_ids,
      m.deleted_at IS NOT NULL OR m.sequence <= head.cleared_to AS is_deleted
    FROM unnest(
      ${refs.map((ref) => ref.conversationId)}::bigint[], ${refs.map((ref) => ref.sequence)}::bigint[]
    ) AS given (conversation_id, sequence)
    JOIN messages m ON m.conversation_id = given.conversation_id AND m.sequence = given.sequence
    JOIN conversations head ON head.id = m.conversation_id
    WHERE ${addressedTo(viewerId)}
    ORDER BY m.conversation_id, m.sequence`.execute(db);
  return rows.map((row) => ({
    conversationId: row.conversation_id,
    sequence: row.sequence,
    senderId: row.sender_id,
    recipientIds: row.recipient_ids,
    isDeleted: row.is_deleted,
  }));
}

/** State of a conversation after a deletion. */
export type Deleted = { readonly revision: number; readonly clearedTo: number };

/**
 * Deletes messages of one conversation under its next revision. The caller holds the lock of the conversation and
 * passes only messages that are not deleted. Their content stays stored as evidence for reports and is not served
 * otherwise.
 */
export async function markDeleted(
  tx: Tx,
  deletion: {
    readonly conversationId: number;
    readonly sequences: readonly number[];
    readonly deletedBy: number;
  },
): Promise<Deleted> {
  const { conversationId, sequences, deletedBy } = deletion;
  const { rows } = await sql<{ revision: number; cleared_to: number }>`
    WITH head AS (
      UPDATE conversations SET revision = revision + 1 WHERE id = ${conversationId}
      RETURNING revision, cleared_to
    ), deleted AS (
      UPDATE messages m SET deleted_at = now(), deleted_by = ${deletedBy}, version = head.revision FROM head
      WHERE m.conversation_id = ${conversationId} AND m.sequence = ANY (${sequences}) AND m.deleted_at IS NULL
      RETURNING m.sequence
    ), noted AS (
      INSERT INTO conversation_changes (conversation_id, revision, sequence)
      SELECT ${conversationId}, head.revision, deleted.sequence FROM head, deleted
    )
    SELECT revision, cleared_to FROM head`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('no such conversation');
  await noteQuoteChanges(tx, { conversationId, sequences, revision: row.revision });
  return { revision: row.revision, clearedTo: row.cleared_to };
}

/**
 * Deletes all messages of a conversation without touching their rows; returns how many were not deleted before. The caller
 * holds the lock of the conversation. Sequences have no gaps and each deletion has one row in the change log, so the
 * messages need not be counted.
 */
export async function clear(tx: Tx, conversationId: number): Promise<Deleted & { readonly count: number }> {
  const { rows: forgotten } = await sql<{ count: number }>`
    WITH deleted AS (DELETE FROM conversation_changes WHERE conversation_id = ${conversationId} RETURNING kind)
    SELECT count(*) AS count FROM deleted WHERE kind = 'delete'`.execute(tx);
  const { rows } = await sql<{ revision: number; cleared_to: number; passed: number }>`
    UPDATE conversations head SET revision = head.revision + 1, cleared_to = head.last_sequence
    FROM conversations old WHERE old.id = head.id AND head.id = ${conversationId}
    RETURNING head.revision, head.cleared_to, head.last_sequence - old.cleared_to AS passed`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('no such conversation');
  const count = row.passed - (forgotten[0]?.count ?? 0);
  return { revision: row.revision, clearedTo: row.cleared_to, count };
}
