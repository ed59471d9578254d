import type { PaymentGateway } from '@adda/contract/payments';
import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { PaymentOrdersTable } from './payments.tables.ts';
import type { NewOrder, Order, Purpose } from './payments.types.ts';

type Row = Omit<Selectable<PaymentOrdersTable>, 'checked_at'>;

const COLUMNS = sql.raw(
  `id, gateway, order_id, purpose, user_id, reference, amount, currency, status, payment_id, refunded, disputed, created_at,
   paid_at`,
);

const orderOf = (row: Row): Order => ({
  id: row.id,
  orderId: row.order_id,
  gateway: row.gateway,
  purpose: row.purpose,
  userId: row.user_id,
  reference: row.reference,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  paymentId: row.payment_id,
  refunded: row.refunded,
  disputed: row.disputed,
  createdAt: row.created_at,
  paidAt: row.paid_at,
});

/** Inserts an order that the provider has created; undefined if its id or its reference already exists. */
export async function insertOrder(
  tx: Tx,
  { purpose, userId, reference, amount, currency }: NewOrder,
  { gateway, orderId }: { readonly gateway: PaymentGateway; readonly orderId: string },
): Promise<Order | undefined> {
  const { rows } = await sql<Row>`
    INSERT INTO payment_orders (gateway, order_id, purpose, user_id, reference, amount, currency)
    VALUES (${gateway}, ${orderId}, ${purpose}, ${userId}, ${reference}, ${amount}, ${currency})
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`.execute(tx);
  return rows.map(orderOf)[0];
}

/** Key of an order: the provider's id, or the reference. */
export type OrderKey = { readonly orderId: string } | { readonly reference: string };

/** Returns an order of a purpose; undefined if there is none. */
export async function findOrder(db: Queryable, purpose: Purpose, by: OrderKey): Promise<Order | undefined> {
  const key = 'orderId' in by ? sql`order_id = ${by.orderId}` : sql`reference = ${by.reference}`;
  const { rows } = await sql<Row>`
    SELECT ${COLUMNS} FROM payment_orders WHERE purpose = ${purpose} AND ${key} ORDER BY id LIMIT 1`.execute(
    db,
  );
  return rows.map(orderOf)[0];
}

/** Returns an order by its row id; undefined if there is none. */
export async function findOrderById(db: Queryable, id: number): Promise<Order | undefined> {
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM payment_orders WHERE id = ${id}`.execute(db);
  return rows.map(orderOf)[0];
}

/** Returns the order that a webhook concerns, by the order's id, or else by the payment's id. */
export async function findOrderAtProvider(
  db: Queryable,
  gateway: PaymentGateway,
  { orderId, paymentId }: { readonly orderId?: string | undefined; readonly paymentId?: string | undefined },
): Promise<Order | undefined> {
  const { rows } = await sql<Row>`
    SELECT ${COLUMNS} FROM payment_orders
    WHERE gateway = ${gateway} AND (order_id = ${orderId ?? null}::text OR payment_id = ${paymentId ?? null}::text)
    ORDER BY order_id = ${orderId ?? null}::text DESC NULLS LAST LIMIT 1`.execute(db);
  return rows.map(orderOf)[0];
}

/** Locks the order until the transaction ends and returns its current state. */
export async function lockOrder(tx: Tx, id: number): Promise<Order> {
  const { rows } = await sql<Row>`
    SELECT ${COLUMNS} FROM payment_orders WHERE id = ${id} FOR UPDATE`.execute(tx);
  const [order] = rows.map(orderOf);
  if (!order) throw new Error(`There is no order ${id}`);
  return order;
}

/** Updates a locked order. The payment id is set once and never changes. */
export async function updateOrder(
  tx: Tx,
  {
    id,
    status,
    paymentId,
    refunded,
    disputed,
  }: Pick<Order, 'id' | 'status' | 'paymentId' | 'refunded' | 'disputed'>,
): Promise<Order> {
  const { rows } = await sql<Row>`
    UPDATE payment_orders SET status = ${status}, payment_id = ${paymentId}, refunded = ${refunded}, disputed = ${disputed},
      paid_at = CASE WHEN ${status} = 'paid' THEN coalesce(paid_at, now()) ELSE paid_at END
    WHERE id = ${id} RETURNING ${COLUMNS}`.execute(tx);
  const [order] = rows.map(orderOf);
  if (!order) throw new Error(`There is no order ${id}`);
  return order;
}

/** Records that the provider has responded about an order. */
export async function markChecked(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE payment_orders SET checked_at = now() WHERE id = ${id}`.execute(tx);
}

/** Expires an order that is open and older than `minutes`; the provider was queried immediately before. */
export async function expireOrder(tx: Tx, id: number, minutes: number): Promise<void> {
  await sql`
    UPDATE payment_orders SET status = 'expired'
    WHERE id = ${id} AND status = 'created' AND created_at <= now() - make_interval(mins => ${minutes}::int)`.execute(
    tx,
  );
}

/** Expires a user's unpaid orders. */
export async function expireOrdersOf(tx: Tx, userId: number): Promise<void> {
  await sql`
    UPDATE payment_orders SET status = 'expired' WHERE user_id = ${userId} AND status = 'created'`.execute(
    tx,
  );
}

/** Deletes a batch of orders that were never paid and expired more than `days` ago. Returns their number (SV-104). */
export async function deleteUnpaid(db: Queryable, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM payment_orders WHERE id IN (
      SELECT id FROM payment_orders
      WHERE status IN ('expired', 'failed') AND created_at < now() - make_interval(days => ${days}::int)
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Returns orders that were not checked for a while, longest first: all open ones, and recent failed ones. */
export async function listUnpaid(
  db: Queryable,
  { quietSeconds, failedMinutes, most }: { quietSeconds: number; failedMinutes: number; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM payment_orders
    WHERE status IN ('created', 'failed') AND checked_at <= now() - make_interval(secs => ${quietSeconds}::int)
      AND (status = 'created' OR created_at > now() - make_interval(mins => ${failedMinutes}::int))
    ORDER BY checked_at, id LIMIT ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A paid order, for the ledger checks. */
type PaidOrder = Pick<Order, 'gateway' | 'orderId' | 'userId' | 'amount' | 'refunded'>;

/** Returns all orders of a purpose whose payment was processed, including refunded ones. */
export async function listPaidOrders(db: Queryable, purpose: Purpose): Promise<PaidOrder[]> {
  const { rows } = await sql<PaidOrder>`
    SELECT gateway, order_id AS "orderId", user_id AS "userId", amount, refunded FROM payment_orders
    WHERE purpose = ${purpose} AND paid_at IS NOT NULL ORDER BY id`.execute(db);
  return rows;
}

/** Marks an event as processed, in the transaction of its work. Returns false if it was already processed. */
export async function markSeen(tx: Tx, gateway: PaymentGateway, eventId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO webhook_events (gateway, event_id) VALUES (${gateway}, ${eventId})
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows > 0n;
}

/** Whether an event was processed. */
export async function isSeen(db: Queryable, gateway: PaymentGateway, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM webhook_events WHERE gateway = ${gateway} AND event_id = ${eventId}`.execute(db);
  return rows.length > 0;
}

/** Deletes events that no provider retries any more. */
export async function deleteOldEvents(db: Queryable, days: number): Promise<void> {
  await sql`DELETE FROM webhook_events WHERE received_at < now() - make_interval(days => ${days}::int)`.execute(
    db,
  );
}
