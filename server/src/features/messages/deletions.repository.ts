import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { meantFor, readableBy } from './messages.repository.ts';
import type { History } from './messages.types.ts';

/** Deletions that one catch-up reads; more than one call may delete, so that each answer has a whole revision. */
const DELETIONS_PAGE = 500;

/** Where a message is. */
export type MessageRef = { readonly conversationId: number; readonly sequence: number };

/** Somebody's message that an administrator takes down. */
export type MessageRemoval = {
  readonly place: MessageRef;
  readonly senderId: number;
  readonly removedBy: number;
};

/** A message that a user wants to delete, with the facts that decide about it. */
export type Deletable = MessageRef & {
  readonly senderId: number | null;
  readonly recipientIds: readonly number[] | null;
  /** Alone or with everything. */
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
 * Those of some messages that exist and are for the viewer, in their order. A block between them and the sender
 * does not count: a moderator who is blocked by somebody may still delete what that person said.
 */
export async function findDeletable(
  db: Queryable,
  places: readonly MessageRef[],
  viewerId: number,
): Promise<Deletable[]> {
  const { rows } = await sql<DeletableRow>`
    SELECT m.conversation_id, m.sequence, m.sender_id, m.recipient_ids,
      m.deleted_at IS NOT NULL OR m.sequence <= head.cleared_to AS is_deleted
    FROM unnest(
      ${places.map((place) => place.conversationId)}::bigint[], ${places.map((place) => place.sequence)}::bigint[]
    ) AS given (conversation_id, sequence)
    JOIN messages m ON m.conversation_id = given.conversation_id AND m.sequence = given.sequence
    JOIN conversations head ON head.id = m.conversation_id
    WHERE ${meantFor(viewerId)}
    ORDER BY m.conversation_id, m.sequence`.execute(db);
  return rows.map((row) => ({
    conversationId: row.conversation_id,
    sequence: row.sequence,
    senderId: row.sender_id,
    recipientIds: row.recipient_ids,
    isDeleted: row.is_deleted,
  }));
}

/** What a conversation is at after a deletion. */
export type Deleted = { readonly revision: number; readonly clearedTo: number };

/**
 * Deletes messages of one conversation under its next revision. The caller holds the conversation's head and names
 * only messages that are there. Their words stay stored, for a report, and are served to nobody else.
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
    ), gone AS (
      UPDATE messages SET deleted_at = now(), deleted_by = ${deletedBy}
      WHERE conversation_id = ${conversationId} AND sequence = ANY (${sequences}) AND deleted_at IS NULL
      RETURNING sequence
    ), noted AS (
      INSERT INTO message_deletions (conversation_id, revision, sequence)
      SELECT ${conversationId}, head.revision, gone.sequence FROM head, gone
    )
    SELECT revision, cleared_to FROM head`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('no such conversation');
  return { revision: row.revision, clearedTo: row.cleared_to };
}

/**
 * Deletes everything that was said so far, without touching a message; answers how many were still there. The caller
 * holds the conversation's head. Sequences have no gaps and each deletion has one row, so nothing needs counting.
 */
export async function clear(tx: Tx, conversationId: number): Promise<Deleted & { readonly count: number }> {
  const { numAffectedRows } = await sql`
    DELETE FROM message_deletions WHERE conversation_id = ${conversationId}`.execute(tx);
  const { rows } = await sql<{ revision: number; cleared_to: number; passed: number }>`
    UPDATE conversations head SET revision = head.revision + 1, cleared_to = head.last_sequence
    FROM conversations old WHERE old.id = head.id AND head.id = ${conversationId}
    RETURNING head.revision, head.cleared_to, head.last_sequence - old.cleared_to AS passed`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('no such conversation');
  const count = row.passed - Number(numAffectedRows ?? 0n);
  return { revision: row.revision, clearedTo: row.cleared_to, count };
}

/**
 * The sequences that were deleted after a revision, as far as the viewer may know of the messages, those that only they
 * have hidden apart, and the revision that they lead to: `head` unless there are too many for one answer. What one call
 * deleted comes whole, however much it is.
 */
export async function listDeletions(
  db: Queryable,
  request: {
    readonly conversationId: number;
    readonly viewerId: number;
    readonly afterRevision: number;
    readonly head: number;
  },
): Promise<Pick<History, 'deletedSequences' | 'hiddenSequences' | 'revision'>> {
  const { conversationId, viewerId, afterRevision, head } = request;
  const after = sql`revision > ${afterRevision}`;
  const page = await readDeletions(db, { conversationId, viewerId, which: after, limit: DELETIONS_PAGE + 1 });
  const cut = page[DELETIONS_PAGE]?.revision; // its rows may go on behind the page
  const isOneCall = cut !== undefined && page[0]?.revision === cut;
  const whole = isOneCall
    ? await readDeletions(db, { conversationId, viewerId, which: sql`revision = ${cut}` })
    : page.filter((row) => cut === undefined || row.revision < cut);
  const readable = whole.filter((row) => row.is_readable);
  return {
    deletedSequences: readable.filter((row) => !row.is_hidden).map((row) => row.sequence),
    hiddenSequences: readable.filter((row) => row.is_hidden).map((row) => row.sequence),
    revision: cut === undefined ? head : isOneCall ? cut : cut - 1,
  };
}

type DeletionRow = { revision: number; sequence: number; is_readable: boolean; is_hidden: boolean };

async function readDeletions(
  db: Queryable,
  request: {
    readonly conversationId: number;
    readonly viewerId: number;
    readonly which: RawBuilder<unknown>;
    readonly limit?: number;
  },
): Promise<DeletionRow[]> {
  const { conversationId, viewerId, which, limit = null } = request;
  const { rows } = await sql<DeletionRow>`
    WITH page AS MATERIALIZED (
      SELECT revision, sequence, hidden_for IS NOT NULL AS is_hidden FROM message_deletions
      WHERE conversation_id = ${conversationId} AND ${which} AND coalesce(hidden_for = ${viewerId}, true)
      ORDER BY revision, sequence LIMIT ${limit}::bigint
    )
    SELECT page.revision, page.sequence, page.is_hidden, coalesce(${readableBy(viewerId)}, false) AS is_readable
    FROM page LEFT JOIN messages m ON m.conversation_id = ${conversationId} AND m.sequence = page.sequence
    ORDER BY page.revision, page.sequence`.execute(db);
  return rows;
}
