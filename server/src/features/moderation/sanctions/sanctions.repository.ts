import type { Sanction, SanctionKind, Appeal, OwnSanction, ReportPerson } from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** Column values of a new sanction. */
type StoredSanction = {
  readonly id: string;
  readonly userId: number;
  readonly kind: SanctionKind;
  readonly reason: string;
  readonly until: Date | null;
  readonly reportId: string | null;
  readonly issuedBy: number | null;
};

/** How a sanction ended. */
export type SanctionEnd = 'expired' | 'lifted' | 'reversed';

/** Inserts a sanction. The caller holds the lock on the user's row, so that there is at most one active suspension. */
export async function insertSanction(tx: Tx, given: StoredSanction): Promise<void> {
  await sql`
    INSERT INTO sanctions (id, user_id, kind, reason, until, report_id, issued_by)
    VALUES (${given.id}, ${given.userId}, ${given.kind}, ${given.reason}, ${given.until}, ${given.reportId},
      ${given.issuedBy})`.execute(tx);
}

/** Returns the active suspension of a user; undefined if there is none. */
export async function findActiveSuspension(
  db: Queryable,
  userId: number,
): Promise<{ id: string; until: Date | null } | undefined> {
  const { rows } = await sql<{ id: string; until: Date | null }>`
    SELECT id, until FROM sanctions
    WHERE user_id = ${userId} AND kind IN ('suspension', 'ban') AND ended_at IS NULL`.execute(db);
  return rows[0];
}

/**
 * Ends a sanction that is in force. Returns false if it has already ended. `endedBy` is null for expiry and for a
 * command.
 */
export async function endSanction(
  tx: Tx,
  id: string,
  end: SanctionEnd,
  endedBy: number | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE sanctions SET ended_at = now(), end_kind = ${end}, ended_by = ${endedBy}
    WHERE id = ${id} AND ended_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns the ids of users whose suspension has expired, earliest expiry first. */
export async function listExpired(db: Queryable, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM sanctions WHERE ended_at IS NULL AND until IS NOT NULL AND until <= ${now}
    ORDER BY until, id LIMIT ${most}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Selects sanctions with their appeals, newest first. */
async function selectSanctions(db: Queryable, condition: RawBuilder<unknown>): Promise<Sanction[]> {
  const { rows } = await sql<SanctionRow>`
    SELECT sanction.id, sanction.kind, sanction.reason, sanction.created_at, sanction.until, sanction.ended_at,
      sanction.end_kind, sanction.report_id, issuer.username AS issued_by, ender.username AS ended_by,
      appeal.id AS appeal_id, appeal.text AS appeal_text, appeal.status AS appeal_status,
      appeal.created_at AS appealed_at, appeal.decided_at AS appeal_decided_at, appeal.answer AS appeal_answer
    FROM sanctions sanction
    LEFT JOIN users issuer ON issuer.id = sanction.issued_by
    LEFT JOIN users ender ON ender.id = sanction.ended_by
    LEFT JOIN appeals appeal ON appeal.sanction_id = sanction.id
    WHERE ${condition}
    ORDER BY sanction.created_at DESC, sanction.id DESC`.execute(db);
  return rows.map(sanctionOf);
}

/** Returns all sanctions of a user, newest first. */
export const listSanctions = (db: Queryable, userId: number): Promise<Sanction[]> =>
  selectSanctions(db, sql`sanction.user_id = ${userId}`);

/** Returns sanctions by id, newest first; unknown ids are omitted. */
export const listSanctionsById = (db: Queryable, ids: readonly string[]): Promise<Sanction[]> =>
  selectSanctions(db, sql`sanction.id = ANY (${ids}::text[])`);

/**
 * Shown instead of an administrator for sanctions by a command on the server. Contains a space, so it is never a
 * username.
 */
const SERVER_COMMAND = 'server command';

/** A sanction with its appeal as selected from the database. */
type SanctionRow = {
  readonly id: string;
  readonly kind: SanctionKind;
  readonly reason: string;
  readonly created_at: Date;
  readonly until: Date | null;
  readonly ended_at: Date | null;
  readonly end_kind: Sanction['end'];
  readonly report_id: string | null;
  readonly issued_by: string | null;
  readonly ended_by: string | null;
  readonly appeal_id: string | null;
  readonly appeal_text: string;
  readonly appeal_status: Appeal['status'];
  readonly appealed_at: Date;
  readonly appeal_decided_at: Date | null;
  readonly appeal_answer: string | null;
};

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function appealOf(row: SanctionRow): Appeal | null {
  if (row.appeal_id === null) return null;
  return {
    appeal_id: row.appeal_id,
    text: row.appeal_text,
    status: row.appeal_status,
    created_at: row.appealed_at.toISOString(),
    decided_at: timeOf(row.appeal_decided_at),
    answer: row.appeal_answer,
  };
}

/** Builds the view for administrators. */
function sanctionOf(row: SanctionRow): Sanction {
  const endedBy = row.end_kind === 'expired' ? null : (row.ended_by ?? SERVER_COMMAND);
  return {
    sanction_id: row.id,
    kind: row.kind,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    until: timeOf(row.until),
    ended_at: timeOf(row.ended_at),
    end: row.end_kind,
    appeal: appealOf(row),
    issued_by: row.issued_by ?? SERVER_COMMAND,
    ended_by: row.ended_at === null ? null : endedBy,
    report_id: row.report_id,
  };
}

/** Builds the view for the sanctioned user: without the administrators and the report. */
export function ownSanctionOf(sanction: Sanction): OwnSanction {
  const { issued_by: _issuedBy, ended_by: _endedBy, report_id: _reportId, ...own } = sanction;
  return own;
}

/** Returns SQL that builds a {@link ReportPerson} as JSON from the row of `users` under this alias. */
export function personJson(alias: string): RawBuilder<ReportPerson> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`jsonb_build_object('username', ${column('username')}, 'is_guest', ${column('is_guest')},
    'is_suspended', ${column('suspended_at')} IS NOT NULL, 'is_deleted', ${column('deleted_at')} IS NOT NULL)`;
}
