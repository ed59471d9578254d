import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import type { SalesTable } from '../creators.tables.ts';

/** A sale, in hundredths of a coin; `paidAmount` in minor units as charged by the provider. */
export type Sale = {
  readonly id: number;
  /** The row id of the subscription. */
  readonly subscription: number;
  readonly creatorId: number;
  readonly subscriberId: number;
  readonly planName: string;
  readonly paidAmount: number;
  readonly gross: number;
  readonly net: number;
  readonly transferId: number | null;
  readonly refundedGross: number;
  readonly takenBack: number;
};

/** Inserts a sale. */
export async function insertSale(tx: Tx, sale: Insertable<SalesTable>): Promise<void> {
  await tx.insertInto('sales').values(sale).execute();
}

/** Returns the sale of a subscription's public id; undefined if there is none. */
export async function findSale(tx: Tx, subscriptionId: string): Promise<Sale | undefined> {
  const { rows } = await sql<Sale>`
    SELECT sales.id, subscriptions.id AS subscription, sales.creator_id AS "creatorId",
      subscriptions.subscriber_id AS "subscriberId", plans.name AS "planName", sales.paid_amount AS "paidAmount",
      sales.gross, sales.net, sales.transfer_id AS "transferId", sales.refunded_gross AS "refundedGross",
      sales.taken_back AS "takenBack"
    FROM sales JOIN subscriptions ON subscriptions.id = sales.subscription_id JOIN plans ON plans.id = sales.plan_id
    WHERE subscriptions.subscription_id = ${subscriptionId}`.execute(tx);
  return rows[0];
}

/** Stores the total refunded amounts of a sale. */
export async function storeRefundTotals(
  tx: Tx,
  id: number,
  refund: { readonly amount: number; readonly gross: number; readonly takenBack: number },
): Promise<void> {
  await tx
    .updateTable('sales')
    .set({ refunded_amount: refund.amount, refunded_gross: refund.gross, taken_back: refund.takenBack })
    .where('id', '=', id)
    .execute();
}
