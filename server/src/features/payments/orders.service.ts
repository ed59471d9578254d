import { ORDER_MINUTES } from '@adda/contract/payments';
import type { Database, Tx } from '../../platform/database/index.ts';
import { AppError, appError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Accounts } from '../accounts/index.ts';
import type {
  Gateway,
  Inspection,
  LostDispute,
  Confirmation,
  NewOrder,
  Order,
  Purpose,
  PurposeHooks,
} from './payments.types.ts';
import { withinProviderTimeout, ProviderFailure } from './gateways/provider-call.gateway.ts';
import {
  expireOrder,
  findOrderById,
  insertOrder,
  markChecked,
  lockOrder,
  updateOrder,
} from './payments.repository.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly gateways: readonly Gateway[];
  readonly hooks: Hooks;
  /** Schedules the checks of an order, in the transaction that stores it. */
  readonly watch: (tx: Tx, order: Order) => Promise<void>;
  /** Receives the payer's identifiers, in the transaction that records the payment (SV-50). */
  readonly notePayer: Accounts['notePayer'];
};

/** Whether an order was paid, also if it was refunded since. */
export const wasPaid = ({ status }: Order): boolean => status === 'paid' || status === 'refunded';

/** Service that places orders and checks whether they are paid. */
export type Orders = ReturnType<typeof createOrders>;

/** Creates the commands of orders; providers are never called inside a transaction. */
export function createOrders({ database, logger, gateways, hooks, watch, notePayer }: Deps) {
  const gatewayOf = (name: string): Gateway | undefined => gateways.find((each) => each.name === name);

  /** Runs a provider's call; every failure becomes `payment_provider_failed`. */
  async function ask<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await withinProviderTimeout(work);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      logger.warn({ gateway: name, reason: error.message }, 'a payment provider failed');
      throw appError('payment_provider_failed');
    }
  }

  /** Reads the order's state at the provider. Fails for a gateway that is no longer configured. */
  function inspect(order: Order, by: { paymentId?: string; mayCapture: boolean }): Promise<Inspection> {
    return ask(order.gateway, async () => {
      const gateway = gatewayOf(order.gateway);
      if (!gateway) throw new ProviderFailure('not configured here');
      return gateway.inspect(order, by);
    });
  }

  /** An approved order is captured only while the user still wants it, not once it is expired. */
  const mayCapture = ({ status }: Order) => status === 'created' || status === 'failed';

  /**
   * Checks an order and records the result, in one transaction with `also`; if `also` returns false nothing is
   * recorded. Throws `payment_provider_failed`.
   */
  async function check(
    order: Order,
    { lost, also }: { lost?: LostDispute | undefined; also?: (tx: Tx) => Promise<boolean> } = {},
  ): Promise<Order> {
    const said = await inspect(order, { mayCapture: mayCapture(order) });
    return database.transaction(async (tx) => {
      if (also && !(await also(tx))) return order;
      const settled = await settle(tx, order, said, lost);
      await markChecked(tx, order.id);
      return settled;
    });
  }

  /** Records a provider's response about an order, and the payer. */
  async function settle(tx: Tx, order: Order, said: Inspection, lost?: LostDispute): Promise<Order> {
    const settled = await settleOrder(tx, hooks, { id: order.id, said, lost });
    const payers = (said.is === 'paid' && said.payers) || [];
    if (order.status !== 'paid' && settled.status === 'paid' && payers.length > 0)
      await notePayer(tx, order.userId, { provider: order.gateway, identities: payers });
    return settled;
  }

  return {
    gatewayOf,
    ask,
    check,

    /**
     * Places the order at the provider first, so that every stored order can be paid. Throws `unsupported_gateway` or
     * `payment_provider_failed`.
     */
    async place(wanted: NewOrder): Promise<Order> {
      const gateway = gatewayOf(wanted.gateway);
      if (!gateway) throw appError('unsupported_gateway');
      const orderId = await ask(gateway.name, () => gateway.createOrder(wanted));
      return database.transaction(async (tx) => {
        const order = await insertOrder(tx, wanted, { gateway: gateway.name, orderId });
        if (!order) throw appError('payment_provider_failed');
        await watch(tx, order);
        return order;
      });
    },

    /** Verifies a user's claim to have paid with the provider (SU-10, SU-11, RC-11, X-23). */
    async confirm(order: Order, { userId, paymentId, gateway }: Confirmation): Promise<Order> {
      if (order.userId !== userId) throw appError('payment_of_somebody_else');
      if (gateway !== undefined && gateway !== order.gateway) throw appError('wrong_gateway');
      // A webhook or a job was faster, or this is a retry.
      if (order.status === 'paid') return order;
      const said = await inspect(order, { paymentId, mayCapture: true });
      if (said.is === 'mismatch') throw appError('payment_mismatch');
      const settled = await database.transaction((tx) => settle(tx, order, said));
      const canApproveAgain = said.is === 'failed' && order.gateway === 'paypal';
      if (settled.status !== 'paid')
        throw appError(canApproveAgain ? 'payment_declined' : 'payment_not_completed');
      return settled;
    },

    /** Returns the current state of an order as far as known; an open one is checked with the provider (SV-81). */
    async refresh(order: Order): Promise<Order> {
      if (wasPaid(order)) return order;
      try {
        return await check(order);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'payment_provider_failed') throw error;
        return (await findOrderById(database.db, order.id)) ?? order;
      }
    },

    /** Expires an order that was never paid, once its time is over and the provider was queried (SV-71). */
    expire: (order: Order): Promise<void> =>
      database.transaction((tx) => expireOrder(tx, order.id, ORDER_MINUTES)),
  };
}

type Paid = Extract<Inspection, { is: 'paid' }>;

/** The handlers of each purpose. */
type Hooks = ReadonlyMap<Purpose, PurposeHooks>;

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

/**
 * Records a provider's response about an order, in one transaction with its effects. This is the only place where an
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
    if (!wasPaid(order)) order = await recordPayment(tx, hooks, order, said);
    // Refunds of another payment do not belong to this order.
    if (order.paymentId === said.paymentId)
      order = await recordRefunds(tx, hooks, order, { refunds: said.refunded, disputed: order.disputed });
  }
  if (said.is === 'failed' && order.status === 'created')
    order = await updateOrder(tx, { ...order, status: 'failed' });
  if (lost && wasPaid(order)) {
    const refunds = order.refunded - order.disputed;
    order = await recordRefunds(tx, hooks, order, { refunds, disputed: disputedOf(order, lost) });
  }
  return order;
}
