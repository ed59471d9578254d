import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Order, Purpose } from '../payments.types.ts';

/** An order that was paid, for the checks of the ledger. */
export type PaidOrder = Pick<Order, 'gateway' | 'orderId' | 'userId' | 'amount' | 'refunded'>;

/** Every order of a purpose whose payment was acted on, also if it went back since. */
export async function listPaidOrders(db: Queryable, purpose: Purpose): Promise<PaidOrder[]> {
  const { rows } = await sql<PaidOrder>`
    SELECT gateway, order_id AS "orderId", user_id AS "userId", amount, refunded FROM payment_orders
    WHERE purpose = ${purpose} AND paid_at IS NOT NULL ORDER BY id`.execute(db);
  return rows;
}
