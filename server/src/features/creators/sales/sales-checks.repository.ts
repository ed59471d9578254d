import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import { listPaidOrders } from '../../payments/index.ts';
import type { LedgerCheck } from '../../wallet/index.ts';

/** An inconsistency, as `ledger check` prints it. */
type Fault = { readonly fault: string };

/** Returns sales whose creator's share differs from the transfer of the order. */
async function listUnpaidSales(tx: Tx): Promise<string[]> {
  const { rows } = await sql<Fault>`
    SELECT 'sale ' || sales.id || ' of order ' || sales.order_id || ' has no transfer of ' || sales.net AS fault
    FROM sales LEFT JOIN ledger_transfers transfer
      ON transfer.id = sales.transfer_id AND transfer.cause = 'sale:' || sales.gateway || ':' || sales.order_id
    WHERE sales.net > 0 AND coalesce((
      SELECT sum(amount) FROM ledger_entries entry
      WHERE entry.transfer_id = transfer.id AND entry.user_id = sales.creator_id), 0) <> sales.net
    ORDER BY sales.id`.execute(tx);
  return rows.map(({ fault }) => fault);
}

/** Returns transfers that name an unknown sale. */
async function listStraySales(tx: Tx): Promise<string[]> {
  const { rows } = await sql<Fault>`
    SELECT 'transfer ' || transfer.id || ' (' || transfer.cause || ') has no sale' AS fault
    FROM ledger_transfers transfer LEFT JOIN sales ON sales.transfer_id = transfer.id
    WHERE transfer.kind = 'sale' AND sales.id IS NULL ORDER BY transfer.id`.execute(tx);
  return rows.map(({ fault }) => fault);
}

/** Returns sales whose refunded share differs from the ledger. */
async function listWrongRefunds(tx: Tx): Promise<string[]> {
  const { rows } = await sql<Fault>`
    SELECT 'sale ' || sales.id || ' of order ' || sales.order_id || ' took back ' || sales.taken_back
      || ', the ledger ' || back.amount AS fault
    FROM sales CROSS JOIN LATERAL (
      SELECT coalesce(-sum(entry.amount), 0) AS amount
      FROM ledger_transfers transfer JOIN ledger_entries entry ON entry.transfer_id = transfer.id
      WHERE transfer.reverses = sales.transfer_id AND entry.user_id = sales.creator_id
    ) back
    WHERE back.amount <> sales.taken_back ORDER BY sales.id`.execute(tx);
  return rows.map(({ fault }) => fault);
}

/** Returns sales whose platform fee in the ledger is not gross minus net. */
async function listWrongFees(tx: Tx): Promise<string[]> {
  const { rows } = await sql<Fault>`
    SELECT 'sale ' || sales.id || ' of order ' || order_id || ' leaves the platform ' || left_over.amount || ', the ledger '
      || kept.amount AS fault
    FROM sales
    CROSS JOIN LATERAL (SELECT gross - net - (refunded_gross - taken_back) AS amount) left_over
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(entry.amount), 0) AS amount FROM ledger_transfers fee
      JOIN ledger_transfers transfer ON transfer.id = fee.id OR transfer.reverses = fee.id
      JOIN ledger_entries entry ON entry.transfer_id = transfer.id AND entry.account = 'fees'
      WHERE fee.cause = 'sale-fee:' || sales.gateway || ':' || sales.order_id
    ) kept
    WHERE kept.amount <> left_over.amount ORDER BY sales.id`.execute(tx);
  return rows.map(({ fault }) => fault);
}

/** Returns the orders that have a sale, as `gateway:id`. */
async function listSoldOrders(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    order: string;
  }>`SELECT gateway || ':' || order_id AS order FROM sales`.execute(tx);
  return new Set(rows.map((row) => row.order));
}

/** Returns paid orders without a sale, except those that were fully refunded before they were processed. */
async function listUnsoldOrders(tx: Tx): Promise<string[]> {
  const sold = await listSoldOrders(tx);
  const paid = await listPaidOrders(tx, 'subscription');
  return paid
    .filter(({ amount, refunded }) => refunded < amount)
    .filter(({ gateway, orderId }) => !sold.has(`${gateway}:${orderId}`))
    .map(({ gateway, orderId }) => `the paid order ${orderId} of ${gateway} sold nothing`);
}

/** Invariants of the ledger about subscriptions (R-09, SV-78). */
export const salesChecks: readonly LedgerCheck[] = [
  { name: 'every paid subscription is a sale', run: listUnsoldOrders },
  { name: 'every sale has brought its creator’s share once', run: listUnpaidSales },
  { name: 'every share of a creator’s has its sale', run: listStraySales },
  { name: 'what refunds took back of sales is what the ledger has', run: listWrongRefunds },
  { name: 'what the platform keeps of sales is what the ledger has', run: listWrongFees },
];
