import { AD_CLAIMS_SHORT, AD_SHORT_SECONDS, PAID_SPINS_A_DAY } from '@adda/contract/rewards';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/** Faults of one kind that are named; more would say no more. */
const MOST = 100;

async function listFaults(tx: Tx, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    SELECT fault FROM (${query}) faults (fault) LIMIT ${MOST}`.execute(tx);
  return rows.map(({ fault }) => fault);
}

/** Spins that were paid beyond those of a day that may be (SP-06). */
export const listExcessSpins = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('spin %s of %s on %s was paid', slot, user_id, day) FROM spins
      WHERE paid > 0 AND (slot > ${PAID_SPINS_A_DAY} OR slot < 1)`,
  );

/** People who claimed too much in a short time (AD-11); too much in a day has no row to be in. */
export const listExcessClaims = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('%s claimed %s ads within 5 minutes on %s', user_id, max(recent), min(day)) FROM (
        SELECT user_id, day, count(*) OVER (PARTITION BY user_id ORDER BY claimed_at
          RANGE BETWEEN make_interval(secs => ${AD_SHORT_SECONDS}::integer - 0.001) PRECEDING AND CURRENT ROW) AS recent
        FROM ad_claims
      ) claimed WHERE recent > ${AD_CLAIMS_SHORT} GROUP BY user_id`,
  );

/** Where transfers of a kind are not what was noted: a cause with its amount, or null for whatever it was. */
const listUnlike = (tx: Tx, kind: string, noted: RawBuilder<unknown>): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('%s: noted %s, the ledger has %s', cause,
        CASE WHEN noted.is_noted IS NULL THEN 'nothing' ELSE coalesce(noted.amount::text, 'it') END,
        coalesce(posted.amount::text, 'nothing'))
      FROM (SELECT cause, amount, true AS is_noted FROM (${noted}) rewards (cause, amount)) noted
      FULL JOIN (
        SELECT transfer.cause, sum(entry.amount) AS amount
        FROM ledger_transfers transfer JOIN ledger_entries entry ON entry.transfer_id = transfer.id
        WHERE transfer.kind = ${kind} AND entry.user_id IS NOT NULL GROUP BY transfer.id
      ) posted USING (cause)
      WHERE noted.is_noted IS NULL OR posted.amount IS NULL OR noted.amount <> posted.amount`,
  );

/** Paid spins that did not bring their coins, and coins that no spin brought. */
export const listMispaidSpins = (tx: Tx): Promise<string[]> =>
  listUnlike(
    tx,
    'spin',
    sql`SELECT format('spin:%s:%s:%s', user_id, day, slot), paid FROM spins WHERE paid > 0`,
  );

/** The same of claims. */
export const listMispaidClaims = (tx: Tx): Promise<string[]> =>
  listUnlike(tx, 'ad_reward', sql`SELECT format('ad:%s:%s:%s', user_id, day, n), paid FROM ad_claims`);

/** The same of friends who came along; what a friend is worth is a setting. */
export const listMispaidReferrals = (tx: Tx): Promise<string[]> =>
  listUnlike(
    tx,
    'referral',
    sql`SELECT format('referral:%s', id), NULL::bigint FROM users WHERE referral_rewarded_at IS NOT NULL`,
  );
