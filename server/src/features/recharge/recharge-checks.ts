import type { Tx } from '../../platform/database/index.ts';
import { listPaidOrders } from '../payments/index.ts';
import type { LedgerCheck } from '../wallet/index.ts';
import { listCredits } from './recharge-checks.repository.ts';
import { causeOf, hundredthsOfOrder, shareOf } from './recharge.policy.ts';

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
