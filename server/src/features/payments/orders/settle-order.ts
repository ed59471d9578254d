import type { Tx } from '../../../platform/database/index.ts';
import type { Inspection } from '../gateways/gateway.types.ts';
import type { Order, Purpose, PurposeHooks } from '../payments.types.ts';
import { lockOrder, updateOrder } from './orders.repository.ts';

type Paid = Extract<Inspection, { is: 'paid' }>;

/** What happens about orders of each purpose. */
export type Hooks = ReadonlyMap<Purpose, PurposeHooks>;

function hooksOf(hooks: Hooks, { purpose }: Order): PurposeHooks {
  const found = hooks.get(purpose);
  if (!found) throw new Error(`Nobody acts on orders of the purpose ${purpose}`);
  return found;
}

/** A payment that was given back in whole before it was ever noted brings nothing. */
async function notePaid(tx: Tx, hooks: Hooks, order: Order, said: Paid): Promise<Order> {
  const { paymentId } = said;
  if (said.refunded >= order.amount)
    return updateOrder(tx, { ...order, status: 'refunded', paymentId, refunded: order.amount });
  const paid = await updateOrder(tx, { ...order, status: 'paid', paymentId });
  await hooksOf(hooks, paid).paid(tx, paid);
  return paid;
}

/** What went back is a total that only grows, and each growth is acted on once. */
async function noteRefunds(tx: Tx, hooks: Hooks, order: Order, refunded: number): Promise<Order> {
  const total = Math.min(refunded, order.amount);
  if (total <= order.refunded) return order;
  const isWhole = total === order.amount;
  const changed = await updateOrder(tx, {
    ...order,
    status: isWhole ? 'refunded' : 'paid',
    refunded: total,
  });
  const key = `${order.gateway}:${order.paymentId ?? order.orderId}:${total}`;
  await hooksOf(hooks, order).refunded(tx, {
    order: changed,
    amount: total - order.refunded,
    isWhole,
    key,
  });
  return changed;
}

const isPaid = ({ status }: Order) => status === 'paid' || status === 'refunded';

/**
 * Notes what a provider said about an order, in one transaction with what it brings: the only place where an order
 * becomes paid, so that any number of calls, webhooks and jobs at once act once. A late payment of an order
 * that failed or expired counts; from paid nothing goes back but refunds. `isLost`: a dispute took all of it back.
 */
export async function settleOrder(
  tx: Tx,
  hooks: Hooks,
  { id, said, isLost = false }: { readonly id: number; readonly said: Inspection; readonly isLost?: boolean },
): Promise<Order> {
  let order = await lockOrder(tx, id);
  if (said.is === 'paid') {
    if (!isPaid(order)) order = await notePaid(tx, hooks, order, said);
    // Another payment's refunds are none of this order's.
    if (order.paymentId === said.paymentId) order = await noteRefunds(tx, hooks, order, said.refunded);
  }
  if (said.is === 'failed' && order.status === 'created')
    order = await updateOrder(tx, { ...order, status: 'failed' });
  if (isLost && isPaid(order)) order = await noteRefunds(tx, hooks, order, order.amount);
  return order;
}
