import type { Tx } from '../../../platform/database/index.ts';
import type { Inspection, LostDispute } from '../gateways/gateway.types.ts';
import type { Order, Purpose, PurposeHooks } from '../payments.types.ts';
import { lockOrder, updateOrder } from './orders.repository.ts';

type Paid = Extract<Inspection, { is: 'paid' }>;

/** The handlers of each purpose. */
export type Hooks = ReadonlyMap<Purpose, PurposeHooks>;

function hooksOf(hooks: Hooks, { purpose }: Order): PurposeHooks {
  const found = hooks.get(purpose);
  if (!found) throw new Error(`Nobody acts on orders of the purpose ${purpose}`);
  return found;
}

/** A payment fully refunded before it was recorded credits nothing. */
async function recordPayment(tx: Tx, hooks: Hooks, order: Order, said: Paid): Promise<Order> {
  const { paymentId } = said;
  if (said.refunded >= order.amount)
    return updateOrder(tx, { ...order, status: 'refunded', paymentId, refunded: order.amount });
  const paid = await updateOrder(tx, { ...order, status: 'paid', paymentId });
  await hooksOf(hooks, paid).paid(tx, paid);
  return paid;
}

/** Refunded amounts: by refunds, and by a dispute. */
type RefundedAmounts = { readonly refunds: number; readonly disputed: number };

/** The refunded total only grows, and each increase is handled once. */
async function recordRefunds(
  tx: Tx,
  hooks: Hooks,
  order: Order,
  { refunds, disputed }: RefundedAmounts,
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

/**
 * A payment has at most one dispute, which may be reported several times; without an amount it covers the whole
 * payment.
 */
function disputedOf(order: Order, { amount, currency }: LostDispute): number {
  const isKnown = amount !== undefined && amount > 0 && currency === order.currency;
  return Math.max(order.disputed, isKnown ? Math.min(amount, order.amount) : order.amount);
}

const isPaid = ({ status }: Order) => status === 'paid' || status === 'refunded';

/**
 * Records a provider's answer about an order, in one transaction with its effects. This is the only place where an
 * order becomes paid, so any number of concurrent calls, webhooks and jobs act once. A late payment of a
 * failed or expired order counts; a paid order only changes by refunds. `lost`: the amount of a lost dispute.
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
    if (!isPaid(order)) order = await recordPayment(tx, hooks, order, said);
    // Refunds of another payment do not belong to this order.
    if (order.paymentId === said.paymentId)
      order = await recordRefunds(tx, hooks, order, { refunds: said.refunded, disputed: order.disputed });
  }
  if (said.is === 'failed' && order.status === 'created')
    order = await updateOrder(tx, { ...order, status: 'failed' });
  if (lost && isPaid(order)) {
    const refunds = order.refunded - order.disputed;
    order = await recordRefunds(tx, hooks, order, { refunds, disputed: disputedOf(order, lost) });
  }
  return order;
}
