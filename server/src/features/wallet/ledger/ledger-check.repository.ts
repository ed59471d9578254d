import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** Maximum number of inconsistencies listed per check. */
const MOST = 100;

/** Makes the transaction read-only with one snapshot; has to be its first statement. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx);
}

/** Returns a summary of the ledger's size in one line. */
export async function describeLedger(tx: Tx): Promise<string> {
  const { rows } = await sql<{ books: string }>`
    SELECT format('%s transfers, %s entries, %s wallets, %s lines, %s payouts',
      (SELECT count(*) FROM ledger_transfers), (SELECT count(*) FROM ledger_entries), (SELECT count(*) FROM wallets),
      (SELECT count(*) FROM wallet_lines), (SELECT count(*) FROM payouts)) AS books`.execute(tx);
  return rows[0]?.books ?? '';
}

/** Returns the rows of a query for inconsistencies: one sentence each, at most {@link MOST}. */
export async function listFaults(tx: Tx, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    fault: string;
  }>`SELECT fault FROM (${query}) faults (fault) LIMIT ${MOST}`.execute(tx);
  return rows.map(({ fault }) => fault);
}

/** Returns transfers whose entries don't sum to zero, or that have none. */
export const listUnbalanced = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('transfer %s: its entries sum to %s', transfer_id, sum(amount)) FROM ledger_entries
      GROUP BY transfer_id HAVING sum(amount) <> 0
      UNION ALL
      SELECT format('transfer %s has no entries', id) FROM ledger_transfers transfer
      WHERE NOT EXISTS (SELECT FROM ledger_entries WHERE transfer_id = transfer.id)`,
  );

/** Returns wallet columns that differ from the sum of their entries, including missing wallets. */
export const listDriftedWallets = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('wallet %s: %s is %s, its entries sum to %s', user_id, account, coalesce(stored, 0), coalesce(made, 0))
      FROM (
        SELECT user_id, account, stored FROM wallets CROSS JOIN LATERAL (VALUES
          ('bought', bought), ('earned', earned), ('given', given), ('held_bought', held_bought),
          ('held_earned', held_earned), ('held_given', held_given), ('debt', debt)) AS columns (account, stored)
      ) stored_sums
      FULL JOIN (
        SELECT user_id, account, sum(amount) AS made FROM ledger_entries WHERE user_id IS NOT NULL
        GROUP BY user_id, account
      ) made_sums USING (user_id, account)
      WHERE coalesce(stored, 0) <> coalesce(made, 0)`,
  );

/** Returns wallets that the table constraints should have refused. */
export const listImpossibleWallets = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('wallet %s: balance %s is %s + %s + %s, held %s + %s + %s, debt %s', user_id, balance, bought, earned, given,
        held_bought, held_earned, held_given, debt)
      FROM wallets
      WHERE balance <> bought + earned + given OR debt > 0
        OR least(balance, bought, earned, given, held_bought, held_earned, held_given) < 0`,
  );

/** Returns history entries that match no transfer of their user. */
export const listStrayLines = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('line %s of %s: transfer %s has no entry of theirs', line_id, line.user_id, line.transfer_id)
      FROM wallet_lines line
      WHERE NOT EXISTS (
        SELECT FROM ledger_entries entry
        WHERE entry.transfer_id = line.transfer_id AND entry.user_id = line.user_id
      )`,
  );

/** Returns users whose held coins differ from their open payouts; approved payouts hold no bought coins. */
export const listWrongHolds = (tx: Tx): Promise<string[]> =>
  listFaults(
    tx,
    sql`
      SELECT format('wallet %s: held %s + %s + %s, payouts wait for %s + %s + %s', user_id, coalesce(held_bought, 0),
        coalesce(held_earned, 0), coalesce(held_given, 0), coalesce(bought, 0), coalesce(earned, 0), coalesce(given, 0))
      FROM (
        SELECT user_id, held_bought, held_earned, held_given FROM wallets
        WHERE held_bought <> 0 OR held_earned <> 0 OR held_given <> 0
      ) held
      FULL JOIN (
        SELECT user_id, sum(CASE status WHEN 'pending' THEN bought ELSE 0 END) AS bought, sum(earned) AS earned,
          sum(given) AS given
        FROM payouts WHERE status IN ('pending', 'approved') GROUP BY user_id
      ) waiting USING (user_id)
      WHERE coalesce(held_bought, 0) <> coalesce(bought, 0) OR coalesce(held_earned, 0) <> coalesce(earned, 0)
        OR coalesce(held_given, 0) <> coalesce(given, 0)
      UNION ALL
      SELECT format('%s: %s is not %s + %s + %s', payout_id, amount, bought, earned, given) FROM payouts
      WHERE hold_transfer_id IS NULL OR amount <> bought + earned + given`,
  );
