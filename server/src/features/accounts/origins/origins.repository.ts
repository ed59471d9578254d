import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** What a mark is made of. */
export type MarkKind = 'device' | 'network' | 'email' | 'payer';

/** Something by which an account is known, as a keyed hash. */
export type Mark = { readonly kind: MarkKind; readonly mark: string };

/** Two accounts that have marks of these kinds in common; the other one is suspended, or not, as was asked. */
export type Sharing = { readonly otherId: number; readonly kinds: readonly MarkKind[] };

/** Marks of one kind that are kept of one account: the newest. */
const MARKS_MAX = 50;
/** Accounts that are looked at for one mark, so that a crowded network is no endless list. */
const SHARING_MAX = 100;

/** Keeps marks of an account. */
export async function noteMarks(tx: Tx, userId: number, marks: readonly Mark[], now: Date): Promise<void> {
  await sql`
    INSERT INTO account_origins (user_id, mark, kind, seen_at)
    SELECT ${userId}, mark, kind, ${now}::timestamptz
    FROM unnest(${marks.map(({ mark }) => mark)}::text[], ${marks.map(({ kind }) => kind)}::text[]) AS given (mark, kind)
    ON CONFLICT (user_id, mark) DO UPDATE SET seen_at = EXCLUDED.seen_at, kind = EXCLUDED.kind`.execute(tx);
  await sql`
    DELETE FROM account_origins WHERE user_id = ${userId} AND mark IN (
      SELECT mark FROM (
        SELECT mark, row_number() OVER (PARTITION BY kind ORDER BY seen_at DESC) AS place
        FROM account_origins WHERE user_id = ${userId}
      ) held WHERE place > ${MARKS_MAX}
    )`.execute(tx);
}

/**
 * Whether two accounts were used from the same device, or with the same browser from the same network, or have one
 * address of e-mail under two aliases (SV-96).
 */
export async function shareOrigin(db: Queryable, one: number, other: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM account_origins mine
    JOIN account_origins theirs ON theirs.mark = mine.mark AND theirs.user_id = ${other}
    WHERE mine.user_id = ${one} AND mine.kind <> 'payer' LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Accounts with which one has marks in common: the suspended ones, or those that are not; at most 100 for each mark. */
export async function listSharing(db: Queryable, userId: number, isSuspended: boolean): Promise<Sharing[]> {
  const { rows } = await sql<Sharing>`
    SELECT theirs.user_id AS "otherId", array_agg(DISTINCT mine.kind ORDER BY mine.kind) AS kinds
    FROM account_origins mine
    CROSS JOIN LATERAL (
      SELECT shared.user_id FROM account_origins shared
      JOIN users other ON other.id = shared.user_id
      WHERE shared.mark = mine.mark AND shared.user_id <> ${userId} AND other.deleted_at IS NULL
        AND (other.suspended_at IS NOT NULL) = ${isSuspended}
      LIMIT ${SHARING_MAX}
    ) theirs
    WHERE mine.user_id = ${userId}
    GROUP BY theirs.user_id`.execute(db);
  return rows;
}

/** Whether an account is known by this mark. */
export async function hasMark(db: Queryable, userId: number, mark: string): Promise<boolean> {
  const found = await db
    .selectFrom('account_origins')
    .select('mark')
    .where('user_id', '=', userId)
    .where('mark', '=', mark)
    .executeTakeFirst();
  return found !== undefined;
}

/** Keeps a network that an account was used from: the newest 50. */
export async function noteNetwork(tx: Tx, userId: number, mark: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO account_networks (user_id, mark, seen_at) VALUES (${userId}, ${mark}, ${now})
    ON CONFLICT (user_id, mark) DO UPDATE SET seen_at = EXCLUDED.seen_at`.execute(tx);
  await sql`
    DELETE FROM account_networks WHERE user_id = ${userId} AND mark IN (
      SELECT mark FROM account_networks WHERE user_id = ${userId} ORDER BY seen_at DESC OFFSET ${MARKS_MAX}
    )`.execute(tx);
}

/** How many of some other accounts were used from one network of this one, for the network that most of them share. */
export async function mostFromOneNetwork(
  db: Queryable,
  userId: number,
  others: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    SELECT max(shared.accounts)::integer AS most FROM (
      SELECT count(*) AS accounts FROM account_networks mine
      JOIN account_networks theirs ON theirs.mark = mine.mark AND theirs.user_id = ANY(${others}::bigint[])
      WHERE mine.user_id = ${userId} GROUP BY mine.mark
    ) shared`.execute(db);
  return rows[0]?.most ?? 0;
}

/** Forgets by what an account is known. */
export async function deleteMarks(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_origins').where('user_id', '=', userId).execute();
  await tx.deleteFrom('account_networks').where('user_id', '=', userId).execute();
}
