import { ORDER_MINUTES } from '@adda/contract/payments';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Gateway, Inspection, LostDispute } from '../gateways/gateway.types.ts';
import { withinProviderTimeout, ProviderFailure } from '../gateways/provider-call.ts';
import type { Confirmation, NewOrder, Order } from '../payments.types.ts';
import { expireOrder, findOrderById, insertOrder, markChecked } from './orders.repository.ts';
import { settleOrder, type Hooks } from './settle-order.ts';

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

const isEnded = ({ status }: Order) => status === 'paid' || status === 'refunded';

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

  /** Records a provider's answer about an order, and the payer. */
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
      if (isEnded(order)) return order;
      try {
        return await check(order);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'payment_provider_failed') throw error;
        return (await findOrderById(database.db, order.id)) ?? order;
      }
    },

    /** Expires an order that was never paid, once its time is over and the provider was asked (SV-71). */
    expire: (order: Order): Promise<void> =>
      database.transaction((tx) => expireOrder(tx, order.id, ORDER_MINUTES)),
  };
}
