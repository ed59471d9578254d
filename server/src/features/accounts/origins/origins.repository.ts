import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** Marks that are kept of one account: the newest. */
const MARKS_MAX = 50;

/** Keeps the marks of where an account is used from. */
export async function noteMarks(tx: Tx, userId: number, marks: readonly string[], now: Date): Promise<void> {
  await sql`
    INSERT INTO account_origins (user_id, mark, seen_at)
    SELECT ${userId}, mark, ${now}::timestamptz FROM unnest(${marks}::text[]) AS mark
    ON CONFLICT (user_id, mark) DO UPDATE SET seen_at = EXCLUDED.seen_at`.execute(tx);
  await sql`
    DELETE FROM account_origins WHERE user_id = ${userId} AND mark NOT IN (
      SELECT mark FROM account_origins WHERE user_id = ${userId} ORDER BY seen_at DESC LIMIT ${MARKS_MAX}
    )`.execute(tx);
}

/** Whether two accounts were used from the same device, or with the same browser from the same network (SV-96). */
export async function shareOrigin(db: Queryable, one: number, other: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM account_origins mine
    JOIN account_origins theirs ON theirs.mark = mine.mark AND theirs.user_id = ${other}
    WHERE mine.user_id = ${one} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Forgets where an account was used from. */
export async function deleteMarks(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_origins').where('user_id', '=', userId).execute();
}
