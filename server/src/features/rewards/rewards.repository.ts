import { AD_SHORT_SECONDS, AD_CLICK_SPACING_MS } from '@adda/contract/rewards';
import { sql, type Insertable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { AdClaimsTable, SpinsTable } from './rewards.tables.ts';

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

/** A user's clicks on one ad since its last reward. */
type AdRun = { readonly clicks: number; readonly ad_session: string };

/** A click on an ad. */
type AdClick = {
  readonly userId: number;
  readonly adType: string;
  /** The session id if this click starts a run. */
  readonly session: string;
  /** Clicks beyond this number are not counted. */
  readonly required: number;
  readonly now: Date;
};

/** Counts a click; undefined if it follows too soon after the last one or no further click is required (SV-88). */
export async function countClick(tx: Tx, click: AdClick): Promise<AdRun | undefined> {
  const spacing = sql`make_interval(secs => ${AD_CLICK_SPACING_MS / 1000})`;
  const { rows } = await sql<AdRun>`
    INSERT INTO ad_runs AS run (user_id, ad_type, ad_session, clicks, clicked_at)
    VALUES (${click.userId}, ${click.adType}, ${click.session}, 1, ${click.now})
    ON CONFLICT (user_id, ad_type) DO UPDATE SET clicks = run.clicks + 1, clicked_at = EXCLUDED.clicked_at
    WHERE run.clicked_at <= EXCLUDED.clicked_at - ${spacing} AND run.clicks < ${click.required}
    RETURNING clicks, ad_session`.execute(tx);
  return rows[0];
}

/** Returns the run and locks it until the transaction ends, so that it is paid once. */
export async function lockRun(tx: Tx, userId: number, adType: string): Promise<AdRun | undefined> {
  return tx
    .selectFrom('ad_runs')
    .select(['clicks', 'ad_session'])
    .where('user_id', '=', userId)
    .where('ad_type', '=', adType)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes a run; the next click starts another. */
export async function deleteRun(tx: Tx, userId: number, adType: string): Promise<void> {
  await tx.deleteFrom('ad_runs').where('user_id', '=', userId).where('ad_type', '=', adType).execute();
}

/** Returns the number of a user's spins on a day. */
export async function countSpins(db: Queryable, userId: number, day: string): Promise<number> {
  const found = await db
    .selectFrom('spin_days')
    .select('spins')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst();
  return found?.spins ?? 0;
}

/** Takes the user's next spin of a day atomically. Returns its number within the day. */
export async function takeSpin(tx: Tx, userId: number, day: string): Promise<number> {
  const { rows } = await sql<{ spins: number }>`
    INSERT INTO spin_days AS taken (user_id, day, spins) VALUES (${userId}, ${day}, 1)
    ON CONFLICT (user_id, day) DO UPDATE SET spins = taken.spins + 1
    RETURNING spins`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('INSERT answered no row');
  return row.spins;
}

/** Inserts the result of a spin. */
export async function insertSpin(tx: Tx, spin: Insertable<SpinsTable>): Promise<void> {
  await tx.insertInto('spins').values(spin).execute();
}
