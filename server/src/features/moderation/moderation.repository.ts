import type { ReportInput } from '@adda/contract/moderation';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { PrivateEvidence } from '../direct/index.ts';
import type { Evidence } from '../rooms/index.ts';

/** A report to be stored; `id` is used when the pair has no open one yet. */
export type NewReport = {
  readonly id: string;
  readonly reporterId: number;
  readonly reportedId: number;
  readonly report: ReportInput;
  readonly evidence: readonly (Evidence | PrivateEvidence)[];
};

/** The account of a name, suspended ones included; undefined when there is none or it was deleted. */
export async function findPerson(db: Queryable, username: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE username = ${username} AND deleted_at IS NULL`.execute(db);
  return rows[0]?.id;
}

/**
 * Stores a report, or brings the pair's open one up to date: its new reason, and its evidence beside the earlier one
 * (SV-47). Answers the id of the report.
 */
export async function saveReport(tx: Tx, given: NewReport): Promise<string> {
  const { reason, message_id: messageId, media_id: mediaId, group_id: groupId } = given.report;
  const { rows } = await sql<{ id: string }>`
    INSERT INTO reports AS held (id, reporter_id, reported_id, reason, message_id, media_id, group_id, evidence)
    VALUES (${given.id}, ${given.reporterId}, ${given.reportedId}, ${reason}, ${messageId ?? null},
      ${mediaId ?? null}, ${groupId ?? null}, ${JSON.stringify(given.evidence)}::jsonb)
    ON CONFLICT (reporter_id, reported_id) WHERE status IN ('open', 'reviewing') DO UPDATE SET
      reason = excluded.reason, updated_at = now(),
      message_id = coalesce(excluded.message_id, held.message_id),
      media_id = coalesce(excluded.media_id, held.media_id),
      group_id = coalesce(excluded.group_id, held.group_id),
      evidence = (
        SELECT coalesce(jsonb_agg(entry ORDER BY entry ->> 'timestamp'), '[]')
        FROM (
          SELECT DISTINCT ON (entry ->> 'message_id') entry
          FROM jsonb_array_elements(held.evidence || excluded.evidence) WITH ORDINALITY AS listed (entry, place)
          ORDER BY entry ->> 'message_id', place
        ) once
      )
    RETURNING id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('INSERT answered no row');
  return row.id;
}
