import { AD_CLAIMS_SHORT, AD_SHORT_SECONDS, PAID_SPINS_A_DAY } from '@adda/contract/rewards';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { listFaults, type LedgerCheck } from '../wallet/index.ts';

/** Returns paid spins beyond the daily limit (SP-06). */
const listExcessSpins = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('spin %s of %s on %s was paid', slot, user_id, day) FROM spins
      WHERE paid > 0 AND (slot > ${PAID_SPINS_A_DAY} OR slot < 1)`,
  );

/** Returns users with too many claims in a short time (AD-11); the daily limit is enforced by the table. */
const listExcessClaims = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('%s claimed %s ads within 5 minutes on %s', user_id, max(recent), min(day)) FROM (
        SELECT user_id, day, count(*) OVER (PARTITION BY user_id ORDER BY claimed_at
          RANGE BETWEEN make_interval(secs => ${AD_SHORT_SECONDS}::integer - 0.001) PRECEDING AND CURRENT ROW) AS recent
        FROM ad_claims
      ) claimed WHERE recent > ${AD_CLAIMS_SHORT} GROUP BY user_id`,
  );

/**
 * Returns transfers of a kind that differ from the recorded rewards: a cause with its amount, or null for any amount.
 */
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

/** Returns paid spins without a matching transfer, and transfers without a spin. */
const listMispaidSpins = (tx: Tx): Promise<string[]> =>
  listUnlike(
    tx,
    'spin',
    sql`SELECT format('spin:%s:%s:%s', user_id, day, slot), paid FROM spins WHERE paid > 0`,
  );

/** Like {@link listMispaidSpins}, for claims. */
const listMispaidClaims = (tx: Tx): Promise<string[]> =>
  listUnlike(tx, 'ad_reward', sql`SELECT format('ad:%s:%s:%s', user_id, day, n), paid FROM ad_claims`);

/** Like {@link listMispaidSpins}, for referrals; amounts are not compared, because they are a setting. */
const listMispaidReferrals = (tx: Tx): Promise<string[]> =>
  listUnlike(
    tx,
    'referral',
    sql`SELECT format('referral:%s', id), NULL::bigint FROM users WHERE referral_rewarded_at IS NOT NULL`,
  );

/** Invariants of the ledger about rewards: each was within its limits, and paid once. */
export const rewardsChecks: readonly LedgerCheck[] = [
  { name: 'nobody was paid for more spins than a day has', run: listExcessSpins },
  { name: 'every paid spin has brought its coins once', run: listMispaidSpins },
  { name: 'nobody has claimed more ads than they may', run: listExcessClaims },
  { name: 'every claimed ad has brought its coins once', run: listMispaidClaims },
  { name: 'every friend who came along was rewarded once', run: listMispaidReferrals },
];
