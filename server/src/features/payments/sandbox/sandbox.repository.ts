import { anonymousName } from '@adda/contract/accounts';
import type { PaymentGateway } from '@adda/contract/payments';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { SandboxOrdersTable } from '../payments.tables.ts';

/** An order of the sandbox. */
export type SandboxOrder = Selectable<SandboxOrdersTable>;

/** A payment or capture of the sandbox, with its order's amount and the refunded total. */
export type SandboxPayment = {
  readonly payment_id: string;
  readonly order_id: string;
  readonly gateway: PaymentGateway;
  readonly status: 'captured' | 'failed';
  readonly amount: number;
  readonly currency: string;
  readonly refunded: number;
  readonly created_at: Date;
};

/** A refund of the sandbox. */
export type SandboxRefund = {
  readonly refund_id: string;
  readonly amount: number;
  readonly created_at: Date;
};

export async function insertOrder(
  db: Queryable,
  order: Insertable<SandboxOrdersTable>,
): Promise<SandboxOrder> {
  return db.insertInto('sandbox_orders').values(order).returningAll().executeTakeFirstOrThrow();
}

/** Returns an order, optionally only if it belongs to this provider; undefined if there is none. */
export async function findOrder(
  db: Queryable,
  orderId: string,
  gateway?: PaymentGateway,
): Promise<SandboxOrder | undefined> {
  const query = db.selectFrom('sandbox_orders').selectAll().where('order_id', '=', orderId);
  return (gateway ? query.where('gateway', '=', gateway) : query).executeTakeFirst();
}

/** Returns an order and locks it until the transaction ends. */
export async function lockOrder(tx: Tx, orderId: string): Promise<SandboxOrder | undefined> {
  return tx
    .selectFrom('sandbox_orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
}

/** Removes the name of a deleted account from the stored orders of the sandbox. */
export async function deleteNameInOrders(tx: Tx, userId: number): Promise<void> {
  await sql`
    UPDATE sandbox_orders SET description = replace(description, person.username, ${anonymousName(userId)})
    FROM users person
    WHERE person.id = ${userId} AND position(person.username IN sandbox_orders.description) > 0`.execute(tx);
}

/** Stores whether the payer approved the order. */
export async function setApproval(
  tx: Tx,
  orderId: string,
  approval: SandboxOrder['approval'],
): Promise<void> {
  await tx.updateTable('sandbox_orders').set({ approval }).where('order_id', '=', orderId).execute();
}

export async function insertPayment(
  tx: Tx,
  payment: Pick<SandboxPayment, 'payment_id' | 'order_id' | 'status'>,
): Promise<void> {
  await tx.insertInto('sandbox_payments').values(payment).execute();
}

/** Returns payments by their order's id or their own, oldest first. */
export async function listPayments(
  db: Queryable,
  by: { readonly orderId: string } | { readonly paymentId: string },
): Promise<SandboxPayment[]> {
  const key =
    'orderId' in by ? sql`payment.order_id = ${by.orderId}` : sql`payment.payment_id = ${by.paymentId}`;
  const { rows } = await sql<SandboxPayment>`
    SELECT payment.payment_id, payment.order_id, placed.gateway, payment.status, placed.amount, placed.currency,
      payment.created_at,
      (SELECT coalesce(sum(refund.amount), 0)::bigint FROM sandbox_refunds refund
        WHERE refund.payment_id = payment.payment_id) AS refunded
    FROM sandbox_payments payment JOIN sandbox_orders placed ON placed.order_id = payment.order_id
    WHERE ${key} ORDER BY payment.created_at, payment.payment_id`.execute(db);
  return rows;
}

/** Returns a captured payment by its own id or its order's id. */
export async function findCaptured(db: Queryable, id: string): Promise<SandboxPayment | undefined> {
  const found = [
    ...(await listPayments(db, { paymentId: id })),
    ...(await listPayments(db, { orderId: id })),
  ];
  return found.find(({ status }) => status === 'captured');
}

export async function insertRefund(
  tx: Tx,
  refund: Pick<SandboxRefund, 'refund_id' | 'amount'> & { readonly payment_id: string },
): Promise<void> {
  await tx.insertInto('sandbox_refunds').values(refund).execute();
}

export async function listRefunds(db: Queryable, paymentId: string): Promise<SandboxRefund[]> {
  return db
    .selectFrom('sandbox_refunds')
    .select(['refund_id', 'amount', 'created_at'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute();
}
