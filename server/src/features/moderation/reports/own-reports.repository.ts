import { type OwnReport, REPORT_OUTCOMES } from '@adda/contract/moderation';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

type Row = Pick<OwnReport, 'number' | 'about' | 'state' | 'can_ask_again'> & {
  readonly id: string;
  readonly wasActedOn: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** SQL condition: no other report of the reporter about the same user is undecided; there is at most one. */
const isOnlyOne = sql`NOT EXISTS (
  SELECT FROM reports other
  WHERE other.reporter_id = report.reporter_id AND other.reported_id = report.reported_id AND other.id <> report.id
    AND other.status IN ('open', 'reviewing'))`;

const isDecided = sql`report.status IN ('resolved', 'dismissed')`;

/** Returns a page of the reports that a user made, newest first, with numbers below `before` (MR-06). */
export async function listOwnReports(
  db: Queryable,
  { reporterId, before, limit }: { reporterId: number; before: number | undefined; limit: number },
): Promise<OwnReport[]> {
  const { rows } = await sql<Row>`
    SELECT report.id, report.number, CASE WHEN person.deleted_at IS NULL THEN person.username END AS about,
      CASE report.status WHEN 'open' THEN 'received' WHEN 'reviewing' THEN 'looked_at' ELSE 'decided' END AS state,
      coalesce(report.action, 'none') <> 'none' AS "wasActedOn", report.created_at, report.updated_at,
      ${isDecided} AND report.asked_again_at IS NULL AND ${isOnlyOne} AS can_ask_again
    FROM reports report JOIN users person ON person.id = report.reported_id
    WHERE report.reporter_id = ${reporterId}
      AND ${before === undefined ? sql`true` : sql`report.number < ${before}`}
    ORDER BY report.number DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    report_id: row.id,
    number: row.number,
    about: row.about,
    state: row.state,
    outcome: row.state === 'decided' ? REPORT_OUTCOMES[row.wasActedOn ? 'acted' : 'not_acted'] : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can_ask_again: row.can_ask_again,
  }));
}

/** A report of the caller that they ask about. */
export type AskedReport = {
  readonly wasAsked: boolean;
  /** It and every other report about the same user are decided. */
  readonly isDecided: boolean;
};

/**
 * Returns a report of the reporter; undefined for any other. Until the transaction ends, no report of theirs is stored
 * (`number_report` takes the same lock), so that reopening it can't meet a new one about the same user.
 */
export async function lockOwnReport(
  tx: Tx,
  reporterId: number,
  reportId: string,
): Promise<AskedReport | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`reports of ${reporterId}`}, 0))`.execute(tx);
  const { rows } = await sql<AskedReport>`
    SELECT report.asked_again_at IS NOT NULL AS "wasAsked", ${isDecided} AND ${isOnlyOne} AS "isDecided"
    FROM reports report WHERE report.id = ${reportId} AND report.reporter_id = ${reporterId}
    FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Opens a decided report again with the reporter's text; its deadlines count from now (MR-06). */
export async function reopenReport(tx: Tx, reportId: string, text: string): Promise<void> {
  await sql`
    UPDATE reports SET status = 'open', assigned_to = NULL, first_look_at = NULL, clock_from = now(),
      ask_again_text = ${text}, asked_again_at = now(), updated_at = now()
    WHERE id = ${reportId}`.execute(tx);
}
