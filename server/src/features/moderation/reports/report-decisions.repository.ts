import type { ReportAction, ReportStatus } from '@adda/contract/moderation';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** A report that is being decided. */
export type LockedReport = {
  readonly id: string;
  readonly status: ReportStatus;
  readonly reportedId: number;
  /** Null for a deleted account. */
  readonly reportedName: string | null;
  /** Null for an automatic report and for a deleted account. */
  readonly reporterId: number | null;
  readonly assignedId: number | null;
  readonly messageId: string | null;
  readonly mediaId: string | null;
};

/** Returns a report, locked until the transaction ends; undefined for an unknown id. */
export async function lockReport(tx: Tx, id: string): Promise<LockedReport | undefined> {
  const { rows } = await sql<LockedReport>`
    SELECT report.id, report.status, report.reported_id AS "reportedId", report.assigned_to AS "assignedId",
      CASE WHEN reported.deleted_at IS NULL THEN reported.username END AS "reportedName",
      (SELECT reporter.id FROM users reporter
        WHERE reporter.id = report.reporter_id AND reporter.deleted_at IS NULL) AS "reporterId",
      report.message_id AS "messageId", report.media_id AS "mediaId"
    FROM reports report JOIN users reported ON reported.id = report.reported_id
    WHERE report.id = ${id} FOR UPDATE OF report`.execute(tx);
  return rows[0];
}

/** Assigns a report to an administrator; null unassigns it. Without a note the previous one stays. */
export async function assignReport(
  tx: Tx,
  id: string,
  { adminId, note }: { readonly adminId: number | null; readonly note: string | null },
): Promise<void> {
  await sql`
    UPDATE reports SET status = ${adminId === null ? 'open' : 'reviewing'}, assigned_to = ${adminId}::bigint,
      first_look_at = coalesce(first_look_at, now()), note = coalesce(${note}, note), updated_at = now()
    WHERE id = ${id}`.execute(tx);
}

/** A decision as stored. */
export type StoredDecision = {
  readonly status: 'resolved' | 'dismissed';
  readonly action: ReportAction;
  readonly note: string | null;
  readonly decidedBy: number;
};

/** Stores the decision about a report. */
export async function settleReport(tx: Tx, id: string, decision: StoredDecision): Promise<void> {
  const { status, action, note, decidedBy } = decision;
  await sql`
    UPDATE reports SET status = ${status}, action = ${action}, note = coalesce(${note}, note), decided_at = now(),
      decided_by = ${decidedBy}, assigned_to = coalesce(assigned_to, ${decidedBy}),
      first_look_at = coalesce(first_look_at, now()), updated_at = now()
    WHERE id = ${id}`.execute(tx);
}
