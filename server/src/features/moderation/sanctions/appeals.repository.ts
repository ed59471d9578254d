import type { AppealCase, ReportPerson, SanctionKind } from '@adda/contract/moderation';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { personJson, listSanctionsById } from './sanctions.repository.ts';

/** Inserts an appeal. Returns false if the sanction already has one. */
export async function insertAppeal(
  tx: Tx,
  given: { readonly id: string; readonly sanctionId: string; readonly text: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO appeals (id, sanction_id, text) VALUES (${given.id}, ${given.sanctionId}, ${given.text})
    ON CONFLICT ON CONSTRAINT appeals_one DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** Returns whether the sanction belongs to the user and is still in force. */
export async function isOwnActiveSanction(
  db: Queryable,
  userId: number,
  sanctionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sanctions WHERE id = ${sanctionId} AND user_id = ${userId} AND ended_at IS NULL`.execute(db);
  return rows.length === 1;
}

/** An appeal that is being decided, with its sanction. */
export type LockedAppeal = {
  readonly status: AppealCase['status'];
  readonly sanctionId: string;
  readonly kind: SanctionKind;
  readonly userId: number;
  readonly username: string;
  readonly issuedBy: number | null;
};

/**
 * Returns an appeal, locked until the transaction ends, so that the first of concurrent decisions wins; undefined for
 * an unknown id.
 */
export async function lockAppeal(tx: Tx, id: string): Promise<LockedAppeal | undefined> {
  const { rows } = await sql<LockedAppeal>`
    SELECT appeal.status, sanction.id AS "sanctionId", sanction.kind, sanction.user_id AS "userId",
      sanction.issued_by AS "issuedBy", person.username
    FROM appeals appeal
    JOIN sanctions sanction ON sanction.id = appeal.sanction_id
    JOIN users person ON person.id = sanction.user_id
    WHERE appeal.id = ${id} FOR UPDATE OF appeal`.execute(tx);
  return rows[0];
}

/** Stores the decision of a locked, open appeal. */
export async function closeAppeal(
  tx: Tx,
  id: string,
  given: { readonly status: 'upheld' | 'reversed'; readonly by: number; readonly answer: string },
): Promise<void> {
  await sql`
    UPDATE appeals SET status = ${given.status}, decided_at = now(), decided_by = ${given.by},
      answer = ${given.answer}
    WHERE id = ${id}`.execute(tx);
}

/** One page of the queue as seen by an administrator. */
export type AppealsQuery = {
  readonly status: 'open' | 'decided';
  readonly page: number;
  readonly page_size: number;
  readonly viewerId: number;
};

type CaseRow = {
  readonly sanction_id: string;
  readonly person: ReportPerson;
  readonly decided_by: string | null;
  readonly may_decide: boolean;
};

/** Returns appeals, oldest first, and their total. */
export async function listAppeals(
  db: Queryable,
  { status, page, page_size: size, viewerId }: AppealsQuery,
): Promise<{ appeals: AppealCase[]; total_count: number }> {
  const isIn = status === 'open' ? sql`appeal.status = 'open'` : sql`appeal.status <> 'open'`;
  const { rows } = await sql<CaseRow>`
    SELECT appeal.sanction_id, ${personJson('person')} AS person, decider.username AS decided_by,
      sanction.issued_by IS DISTINCT FROM ${viewerId} AND sanction.user_id <> ${viewerId} AS may_decide
    FROM appeals appeal
    JOIN sanctions sanction ON sanction.id = appeal.sanction_id
    JOIN users person ON person.id = sanction.user_id
    LEFT JOIN users decider ON decider.id = appeal.decided_by
    WHERE ${isIn} ORDER BY appeal.created_at, appeal.id
    LIMIT ${size} OFFSET ${(page - 1) * size}`.execute(db);
  const total = await sql<{ count: number }>`SELECT count(*) FROM appeals appeal WHERE ${isIn}`.execute(db);
  const sanctions = await listSanctionsById(
    db,
    rows.map((row) => row.sanction_id),
  );
  const bySanction = new Map(sanctions.map((sanction) => [sanction.sanction_id, sanction]));
  const appeals = rows.flatMap(({ sanction_id: id, ...row }) => {
    const sanction = bySanction.get(id);
    return sanction?.appeal ? [{ ...sanction.appeal, ...row, sanction }] : [];
  });
  return { appeals, total_count: total.rows[0]?.count ?? 0 };
}
