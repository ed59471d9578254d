import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Order, Purpose } from '../payments.types.ts';

/** A paid order, for the ledger checks. */
export type PaidOrder = Pick<Order, 'gateway' | 'orderId' | 'userId' | 'amount' | 'refunded'>;

/** Returns all orders of a purpose whose payment was processed, including refunded ones. */
export async function listPaidOrders(db: Queryable, purpose: Purpose): Promise<PaidOrder[]> {
  const { rows } = await sql<PaidOrder>`
    SELECT gateway, order_id AS "orderId", user_id AS "userId", amount, refunded FROM payment_orders
    WHERE purpose = ${purpose} AND paid_at IS NOT NULL ORDER BY id`.execute(db);
  return rows;
}
