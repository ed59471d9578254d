import { CHANGED_MESSAGES_MAX } from '@adda/contract/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { MessageRef } from './deletions.repository.ts';
import { readableBy, readMessagesAt } from './messages.repository.ts';
import type { Changes, Head, HistoryRequest } from './messages.types.ts';

/** Changes in one response at most; the changes of one revision are never split over two responses. */
const CHANGES_PAGE = 500;

/** A message with the revision of its newest change. */
export type ChangedMessage = MessageRef & { readonly revision: number };

/**
 * Assigns each of the messages the next revision of its conversation and logs the change (RX-05). The caller holds the
 * locks of the conversations. The log keeps only the newest reaction change of a message, so its size is bounded by the
 * messages.
 */
export async function noteReactionChanges(tx: Tx, refs: readonly MessageRef[]): Promise<ChangedMessage[]> {
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
        AND change.sequence = m.sequence AND change.kind = 'reaction'
    ), logged AS (
      INSERT INTO conversation_changes (conversation_id, revision, sequence, kind)
      SELECT conversation_id, revision, sequence, 'reaction' FROM noted
    ), versioned AS (
      UPDATE messages m SET version = noted.revision FROM noted
      WHERE m.conversation_id = noted.conversation_id AND m.sequence = noted.sequence
    )
    SELECT conversation_id AS "conversationId", sequence, revision FROM noted`.execute(tx);
  return rows;
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
  kind: 'delete' | 'reaction';
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
