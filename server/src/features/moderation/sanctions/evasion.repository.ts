import type { EvasionFlag, ReportPerson } from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { personJson } from './sanctions.repository.ts';

/** Two accounts with marks in common; the second is suspended. */
type Hint = {
  readonly id: string;
  readonly userId: number;
  readonly suspendedId: number;
  readonly kinds: readonly EvasionFlag['hints'][number][];
};

/** Stores one hint per pair of accounts. New kinds are added to an open hint; a decided one stays unchanged. */
export async function saveFlags(tx: Tx, hints: readonly Hint[]): Promise<void> {
  // A fixed lock order prevents deadlocks between concurrent transactions.
  for (const { id, userId, suspendedId, kinds } of hints.toSorted((one, other) => one.userId - other.userId))
    await sql`
      INSERT INTO evasion_flags AS held (id, user_id, suspended_id, hints)
      VALUES (${id}, ${userId}, ${suspendedId}, ${kinds}::text[])
      ON CONFLICT ON CONSTRAINT evasion_flags_pair DO UPDATE SET
        hints = ARRAY(SELECT DISTINCT unnest(held.hints || excluded.hints) ORDER BY 1)
      WHERE held.status = 'open' AND NOT held.hints @> excluded.hints`.execute(tx);
}

type FlagRow = {
  readonly id: string;
  readonly person: ReportPerson;
  readonly suspended: ReportPerson;
  readonly hints: EvasionFlag['hints'];
  readonly status: EvasionFlag['status'];
  readonly created_at: Date;
  readonly decided_by: string | null;
};

async function selectFlags(db: Queryable, rest: RawBuilder<unknown>): Promise<EvasionFlag[]> {
  const { rows } = await sql<FlagRow>`
    SELECT flag.id, ${personJson('person')} AS person, ${personJson('suspended')} AS suspended, flag.hints,
      flag.status, flag.created_at, decider.username AS decided_by
    FROM evasion_flags flag
    JOIN users person ON person.id = flag.user_id
    JOIN users suspended ON suspended.id = flag.suspended_id
    LEFT JOIN users decider ON decider.id = flag.decided_by
    WHERE ${rest}`.execute(db);
  return rows.map((row) => ({
    flag_id: row.id,
    person: row.person,
    suspended: row.suspended,
    hints: row.hints,
    status: row.status,
    created_at: row.created_at.toISOString(),
    decided_by: row.decided_by,
  }));
}

/** Pages start at 1. */
export type FlagsQuery = {
  readonly status: 'open' | 'decided';
  readonly page: number;
  readonly page_size: number;
};

const isIn = (status: FlagsQuery['status']) =>
  status === 'open' ? sql`flag.status = 'open'` : sql`flag.status <> 'open'`;

/** Returns hints, oldest first, and their total. */
export async function listFlags(
  db: Queryable,
  { status, page, page_size: size }: FlagsQuery,
): Promise<{ flags: EvasionFlag[]; total_count: number }> {
  const [flags, { rows }] = await Promise.all([
    selectFlags(
      db,
      sql`${isIn(status)} ORDER BY flag.created_at, flag.id LIMIT ${size} OFFSET ${(page - 1) * size}`,
    ),
    sql<{ count: number }>`SELECT count(*) FROM evasion_flags flag WHERE ${isIn(status)}`.execute(db),
  ]);
  return { flags, total_count: rows[0]?.count ?? 0 };
}

/** Returns the hints in which the account appears on either side; open ones first, then newest first. */
export const listFlagsOf = (db: Queryable, userId: number): Promise<EvasionFlag[]> =>
  selectFlags(
    db,
    sql`(flag.user_id = ${userId} OR flag.suspended_id = ${userId})
      ORDER BY flag.status = 'open' DESC, flag.created_at DESC, flag.id`,
  );

/** Stores the decision about a hint. Returns the two account ids; undefined for an unknown hint. */
export async function decideFlag(
  tx: Tx,
  id: string,
  { status, by }: { status: 'dismissed' | 'confirmed'; by: number },
): Promise<{ userId: number; suspendedId: number } | undefined> {
  const { rows } = await sql<{ userId: number; suspendedId: number }>`
    UPDATE evasion_flags SET status = ${status}, decided_at = now(), decided_by = ${by}
    WHERE id = ${id} RETURNING user_id AS "userId", suspended_id AS "suspendedId"`.execute(tx);
  return rows[0];
}

/** Returns the account data that the hint search needs; undefined for a deleted account. */
export async function findMarked(
  db: Queryable,
  userId: number,
): Promise<{ email: string | null; isSuspended: boolean } | undefined> {
  const { rows } = await sql<{ email: string | null; isSuspended: boolean }>`
    SELECT email, suspended_at IS NOT NULL AS "isSuspended" FROM users
    WHERE id = ${userId} AND deleted_at IS NULL`.execute(db);
  return rows[0];
}
