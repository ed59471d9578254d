import { CHANGED_MESSAGES_MAX } from '@adda/contract/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { readableBy, readMessagesAt } from './messages.repository.ts';
import type { Changes, Head, HistoryRequest, MessageRef } from './messages.types.ts';

/** Changes in one response at most; the changes of one revision are never split over two responses. */
const CHANGES_PAGE = 500;

/** A message with the revision of its newest change. */
export type ChangedMessage = MessageRef & { readonly revision: number };

/**
 * Assigns each of the messages the next revision of its conversation and logs the change (RX-05). The caller holds the
 * locks of the conversations. The log keeps only the newest change of a message, apart from its deletion, so its size is
 * bounded by the messages.
 */
export async function noteChanges(
  tx: Tx,
  kind: 'reaction' | 'preview',
  refs: readonly MessageRef[],
): Promise<ChangedMessage[]> {
  const { rows } = await sql<ChangedMessage>`
    WITH given AS (
      SELECT conversation_id, sequence, row_number() OVER (PARTITION BY conversation_id ORDER BY sequence) AS place
      FROM (SELECT DISTINCT conversation_id, sequence FROM unnest(
        ${refs.map((ref) => ref.conversationId)}::bigint[], ${refs.map((ref) => ref.sequence)}::bigint[]
      ) AS listed (conversation_id, sequence)) ref
    ), heads AS (
      UPDATE conversations head SET revision = head.revision + counted.count,
        revisions_without_deletion = head.revisions_without_deletion + counted.count
      FROM (SELECT conversation_id, count(*) AS count FROM given GROUP BY conversation_id) counted
      WHERE head.id = counted.conversation_id
      RETURNING head.id, head.revision - counted.count AS base
    ), noted AS (
      SELECT given.conversation_id, given.sequence, heads.base + given.place AS revision
      FROM given JOIN heads ON heads.id = given.conversation_id
    ), forgotten AS (
      DELETE FROM conversation_changes change USING messages m, noted
      WHERE m.conversation_id = noted.conversation_id AND m.sequence = noted.sequence
        AND change.conversation_id = m.conversation_id AND change.revision = m.version
        AND change.sequence = m.sequence AND change.kind <> 'delete'
    ), logged AS (
      INSERT INTO conversation_changes (conversation_id, revision, sequence, kind)
      SELECT conversation_id, revision, sequence, ${kind}::text FROM noted
    ), versioned AS (
      UPDATE messages m SET version = noted.revision FROM noted
      WHERE m.conversation_id = noted.conversation_id AND m.sequence = noted.sequence
    )
    SELECT conversation_id AS "conversationId", sequence, revision FROM noted`.execute(tx);
  return rows;
}

/**
 * Assigns a message that is edited the next revision of its conversation, logs the change, and the same for the replies
 * that quote it (RY-03). The caller holds the lock of the conversation. Returns the revision.
 */
export async function noteEdit(tx: Tx, { conversationId, sequence }: MessageRef): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    WITH head AS (
      UPDATE conversations SET revision = revision + 1, revisions_without_deletion = revisions_without_deletion + 1
      WHERE id = ${conversationId} RETURNING revision
    ), forgotten AS (
      DELETE FROM conversation_changes change USING messages m
      WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence}
        AND change.conversation_id = m.conversation_id AND change.revision = m.version
        AND change.sequence = m.sequence AND change.kind <> 'delete'
    ), logged AS (
      INSERT INTO conversation_changes (conversation_id, revision, sequence, kind)
      SELECT ${conversationId}::bigint, revision, ${sequence}::bigint, 'edit' FROM head
    ), versioned AS (
      UPDATE messages m SET version = head.revision FROM head
      WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence}
    )
    SELECT revision FROM head`.execute(tx);
  const revision = rows[0]?.revision;
  if (revision === undefined) throw new Error('no such conversation');
  await noteQuoteChanges(tx, { conversationId, sequences: [sequence], revision });
  return revision;
}

/**
 * Logs the replies to messages that were edited or deleted under a revision as changed by the same revision, because what
 * they quote has changed (RY-03). The caller holds the lock of the conversation.
 */
export async function noteQuoteChanges(
  tx: Tx,
  change: {
    readonly conversationId: number;
    readonly sequences: readonly number[];
    readonly revision: number;
  },
): Promise<void> {
  const { conversationId, sequences, revision } = change;
  await sql`
    WITH replies AS MATERIALIZED (
      SELECT DISTINCT m.sequence, m.version
      FROM message_replies reply
      JOIN messages m ON m.conversation_id = reply.conversation_id AND m.sequence = reply.sequence
      WHERE reply.conversation_id = ${conversationId} AND reply.original_sequence = ANY (${sequences}::bigint[])
        AND m.deleted_at IS NULL
    ), forgotten AS (
      DELETE FROM conversation_changes change USING replies
      WHERE change.conversation_id = ${conversationId} AND change.revision = replies.version
        AND change.sequence = replies.sequence AND change.kind <> 'delete'
    ), logged AS (
      INSERT INTO conversation_changes (conversation_id, revision, sequence, kind)
      SELECT ${conversationId}::bigint, ${revision}::bigint, sequence, 'quote' FROM replies
    )
    UPDATE messages m SET version = ${revision} FROM replies
    WHERE m.conversation_id = ${conversationId} AND m.sequence = replies.sequence`.execute(tx);
}

type ChangesRequest = Pick<HistoryRequest, 'conversationId' | 'viewerId' | 'isPersonal'> & {
  readonly afterRevision: number;
};

/**
 * Returns the changes after a revision that the viewer may see. `revision` is that of the head, unless there are too
 * many changes for one response.
 */
export async function listChanges(db: Queryable, request: ChangesRequest, head: Head): Promise<Changes> {
  const { afterRevision } = request;
  const page = await readLog(db, {
    ...request,
    which: sql`revision > ${afterRevision}`,
    limit: CHANGES_PAGE + 1,
  });
  const cut = page[CHANGES_PAGE]?.revision; // its rows may continue after the page
  const isOneRevision = cut !== undefined && page[0]?.revision === cut;
  const whole = isOneRevision
    ? await readLog(db, { ...request, which: sql`revision = ${cut}` })
    : page.filter((row) => cut === undefined || row.revision < cut);
  const deleted = whole.filter((row) => row.kind === 'delete' && row.is_readable);
  const changed = [...new Set(whole.filter((row) => row.kind !== 'delete').map((row) => row.sequence))];
  const isTooMany = changed.length > CHANGED_MESSAGES_MAX;
  return {
    revision: cut === undefined ? head.revision : isOneRevision ? cut : cut - 1,
    deletedSequences: deleted.filter((row) => !row.is_hidden).map((row) => row.sequence),
    hiddenSequences: deleted.filter((row) => row.is_hidden).map((row) => row.sequence),
    changedMessages:
      isTooMany || changed.length === 0
        ? []
        : await readMessagesAt(db, { ...request, clearedTo: head.clearedTo }, changed),
    isTooMany,
  };
}

type ChangeRow = {
  revision: number;
  sequence: number;
  kind: 'delete' | 'reaction' | 'edit' | 'quote' | 'preview';
  is_readable: boolean;
  is_hidden: boolean;
};

async function readLog(
  db: Queryable,
  request: ChangesRequest & { readonly which: RawBuilder<unknown>; readonly limit?: number },
): Promise<ChangeRow[]> {
  const { conversationId, viewerId, which, limit = null } = request;
  const { rows } = await sql<ChangeRow>`
    WITH page AS MATERIALIZED (
      SELECT revision, sequence, kind, hidden_for IS NOT NULL AS is_hidden FROM conversation_changes
      WHERE conversation_id = ${conversationId} AND ${which} AND coalesce(hidden_for = ${viewerId}, true)
      ORDER BY revision, sequence LIMIT ${limit}::bigint
    )
    SELECT page.revision, page.sequence, page.kind, page.is_hidden,
      coalesce(${readableBy(viewerId)}, false) AS is_readable
    FROM page LEFT JOIN messages m ON m.conversation_id = ${conversationId} AND m.sequence = page.sequence
    ORDER BY page.revision, page.sequence`.execute(db);
  return rows;
}
