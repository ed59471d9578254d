import { AD_SHORT_SECONDS } from '@adda/contract/rewards';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { AdClaimsTable } from '../rewards.tables.ts';

/** Number of rewards that a user claimed on a day, and within the last minutes, which may span two days. */
export type ClaimCounts = {
  readonly daily: number;
  readonly recent: number;
  /** Time of the oldest recent claim. */
  readonly since: Date | null;
};

/** Serializes the claims of a user until the transaction ends, so that the counts stay correct. */
export async function lockClaimer(tx: Tx, userId: number): Promise<void> {
  await sql`INSERT INTO ad_claimers (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`.execute(tx);
  await sql`SELECT FROM ad_claimers WHERE user_id = ${userId} FOR UPDATE`.execute(tx);
}

/** Counts a user's claims. */
export async function countClaims(
  db: Queryable,
  userId: number,
  { day, now }: { readonly day: string; readonly now: Date },
): Promise<ClaimCounts> {
  const isRecent = sql`claimed_at > ${now}::timestamptz - make_interval(secs => ${AD_SHORT_SECONDS})`;
  const { rows } = await sql<ClaimCounts>`
    SELECT count(*) FILTER (WHERE day = ${day}::date) AS daily, count(*) FILTER (WHERE ${isRecent}) AS recent,
      min(claimed_at) FILTER (WHERE ${isRecent}) AS since
    FROM ad_claims WHERE user_id = ${userId} AND day >= ${day}::date - 1`.execute(db);
  return rows[0] ?? { daily: 0, recent: 0, since: null };
}

/** Inserts a claim. The number within a day is unique. */
export async function insertClaim(tx: Tx, claim: Insertable<AdClaimsTable>): Promise<void> {
  await tx.insertInto('ad_claims').values(claim).execute();
}
