import type { Tx } from '../../../platform/database/index.ts';
import type { Inspection, LostDispute } from '../gateways/gateway.types.ts';
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

/** What went back: by refunds, and by a dispute. */
type GivenBack = { readonly refunds: number; readonly disputed: number };

/** What went back is a total that only grows, and each growth is acted on once. */
async function noteGivenBack(
  tx: Tx,
  hooks: Hooks,
  order: Order,
  { refunds, disputed }: GivenBack,
): Promise<Order> {
  const total = Math.min(refunds + disputed, order.amount);
  if (total <= order.refunded) return order;
  const isWhole = total === order.amount;
  const changed = await updateOrder(tx, {
    ...order,
    status: isWhole ? 'refunded' : 'paid',
    refunded: total,
    disputed,
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

/** A payment has one dispute at most, which may be told of several times; one without an amount is about all of it. */
function disputedOf(order: Order, { amount, currency }: LostDispute): number {
  const isKnown = amount !== undefined && amount > 0 && currency === order.currency;
  return Math.max(order.disputed, isKnown ? Math.min(amount, order.amount) : order.amount);
}

const isPaid = ({ status }: Order) => status === 'paid' || status === 'refunded';

/**
 * Notes what a provider said about an order, in one transaction with what it brings: the only place where an order
 * becomes paid, so that any number of calls, webhooks and jobs at once act once. A late payment of an order
 * that failed or expired counts; from paid nothing goes back but refunds. `lost`: a dispute took this back.
 */
export async function settleOrder(
  tx: Tx,
  hooks: Hooks,
  {
    id,
    said,
    lost,
  }: { readonly id: number; readonly said: Inspection; readonly lost?: LostDispute | undefined },
): Promise<Order> {
  let order = await lockOrder(tx, id);
  if (said.is === 'paid') {
    if (!isPaid(order)) order = await notePaid(tx, hooks, order, said);
    // Another payment's refunds are none of this order's.
    if (order.paymentId === said.paymentId)
      order = await noteGivenBack(tx, hooks, order, { refunds: said.refunded, disputed: order.disputed });
  }
  if (said.is === 'failed' && order.status === 'created')
    order = await updateOrder(tx, { ...order, status: 'failed' });
  if (lost && isPaid(order)) {
    const refunds = order.refunded - order.disputed;
    order = await noteGivenBack(tx, hooks, order, { refunds, disputed: disputedOf(order, lost) });
  }
  return order;
}
