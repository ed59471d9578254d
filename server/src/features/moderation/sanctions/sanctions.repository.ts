import type { Sanction, SanctionKind } from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { sanctionOf, type SanctionRow } from './sanction-rows.ts';

/** Column values of a new sanction. */
export type StoredSanction = {
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
