import type { Tx } from '../../../platform/database/index.ts';
import { listPaidOrders } from '../../payments/index.ts';
import type { LedgerCheck } from '../../wallet/index.ts';
import * as stored from './sales-check.repository.ts';

/** An order that was fully refunded before it was processed has no sale. */
async function listUnsoldOrders(tx: Tx): Promise<string[]> {
  const sold = await stored.listSoldOrders(tx);
  const paid = await listPaidOrders(tx, 'subscription');
  return paid
    .filter(({ amount, refunded }) => refunded < amount)
    .filter(({ gateway, orderId }) => !sold.has(`${gateway}:${orderId}`))
    .map(({ gateway, orderId }) => `the paid order ${orderId} of ${gateway} sold nothing`);
}

/** Invariants of the ledger about subscriptions (R-09, SV-78). */
export const salesChecks: readonly LedgerCheck[] = [
  { name: 'every paid subscription is a sale', run: listUnsoldOrders },
  { name: 'every sale has brought its creator’s share once', run: stored.listUnpaidSales },
  { name: 'every share of a creator’s has its sale', run: stored.listStraySales },
  { name: 'what refunds took back of sales is what the ledger has', run: stored.listWrongRefunds },
  { name: 'what the platform keeps of sales is what the ledger has', run: stored.listWrongFees },
];
