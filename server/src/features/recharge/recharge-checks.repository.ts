import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { listPaidOrders } from '../payments/index.ts';
import type { LedgerCheck } from '../wallet/index.ts';
import { causeOf, hundredthsOfOrder, shareOf } from './recharge.policy.ts';

/** The credit of a recharge, and the amount debited by refunds; hundredths of a coin. */
type Credited = { readonly cause: string; readonly amount: number; readonly takenBack: number };

/** Returns all credits of recharges. */
async function listCredits(tx: Tx): Promise<Credited[]> {
  const { rows } = await sql<Credited>`
    SELECT transfer.cause,
      (SELECT sum(amount) FROM ledger_entries WHERE transfer_id = transfer.id AND user_id IS NOT NULL)::bigint AS amount,
      (SELECT coalesce(-sum(entry.amount), 0) FROM ledger_transfers back
        JOIN ledger_entries entry ON entry.transfer_id = back.id
        WHERE back.reverses = transfer.id AND entry.user_id IS NOT NULL)::bigint AS "takenBack"
    FROM ledger_transfers transfer WHERE transfer.kind = 'recharge' ORDER BY transfer.id`.execute(tx);
  return rows;
}

/** Paid orders and credits match one to one, each with the package's coins. */
async function listUncredited(tx: Tx): Promise<string[]> {
  const credits = new Map((await listCredits(tx)).map((each) => [each.cause, each]));
  const paid = await listPaidOrders(tx, 'recharge');
  const wrong = paid
    .filter((order) => credits.get(causeOf(order))?.amount !== hundredthsOfOrder(order))
    .map(({ gateway, orderId }) => `the paid order ${orderId} of ${gateway} has no credit of its coins`);
  for (const order of paid) credits.delete(causeOf(order));
  return [...wrong, ...[...credits.keys()].map((cause) => `the credit ${cause} has no paid order`)];
}

/** The debit of refunds is the share of the refunded money. */
async function listWrongRefunds(tx: Tx): Promise<string[]> {
  const credits = new Map((await listCredits(tx)).map((each) => [each.cause, each]));
  const paid = await listPaidOrders(tx, 'recharge');
  return paid
    .filter((order) => (credits.get(causeOf(order))?.takenBack ?? 0) !== shareOf(order, order.refunded))
    .map(({ gateway, orderId }) => `the order ${orderId} of ${gateway} took back another amount`);
}

/** Invariants of the ledger about recharges. */
export const rechargeChecks: readonly LedgerCheck[] = [
  { name: 'every paid recharge has exactly one credit', run: listUncredited },
  { name: 'refunds of recharges took back their share', run: listWrongRefunds },
];
