import { ORDER_MINUTES } from '@adda/contract/payments';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Gateway, Inspection, LostDispute } from '../gateways/gateway.types.ts';
import { inProviderTime, ProviderFailure } from '../gateways/provider-call.ts';
import type { Confirmation, NewOrder, Order } from '../payments.types.ts';
import { expireOrder, findOrderById, insertOrder, noteChecked } from './orders.repository.ts';
import { settleOrder, type Hooks } from './settle-order.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly gateways: readonly Gateway[];
  readonly hooks: Hooks;
  /** Sees to it that the order is looked after, in the transaction that keeps it. */
  readonly watch: (tx: Tx, order: Order) => Promise<void>;
  /** Told as whom a provider knows somebody who has paid, in the transaction that notes the payment (SV-50). */
  readonly notePayer: Accounts['notePayer'];
};

const isEnded = ({ status }: Order) => status === 'paid' || status === 'refunded';

/** The placing of orders, and the finding out whether they are paid. */
export type Orders = ReturnType<typeof createOrders>;

/** Makes the commands of orders; providers are always asked outside of any transaction. */
export function createOrders({ database, logger, gateways, hooks, watch, notePayer }: Deps) {
  const gatewayOf = (name: string): Gateway | undefined => gateways.find((each) => each.name === name);

  /** Runs a provider's call; whatever fails there is told to people as one thing. */
  async function ask<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await inProviderTime(work);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      logger.warn({ gateway: name, reason: error.message }, 'a payment provider failed');
      throw appError('payment_provider_failed');
    }
  }

  /** Asks the provider. One that this server can't use any more does not answer. */
  function inspect(order: Order, by: { paymentId?: string; mayCapture: boolean }): Promise<Inspection> {
    return ask(order.gateway, async () => {
      const gateway = gatewayOf(order.gateway);
      if (!gateway) throw new ProviderFailure('not configured here');
      return gateway.inspect(order, by);
    });
  }

  /** What a person has only approved is taken while they still want it: not of an order that was given up. */
  const mayCapture = ({ status }: Order) => status === 'created' || status === 'failed';

  /**
   * Asks about an order and notes the answer, in one transaction with `also`; where that is false nothing is done. Throws
   * `payment_provider_failed`.
   */
  async function check(
    order: Order,
    { lost, also }: { lost?: LostDispute | undefined; also?: (tx: Tx) => Promise<boolean> } = {},
  ): Promise<Order> {
    const said = await inspect(order, { mayCapture: mayCapture(order) });
    return database.transaction(async (tx) => {
      if (also && !(await also(tx))) return order;
      const settled = await settle(tx, order, said, lost);
      await noteChecked(tx, order.id);
      return settled;
    });
  }

  /** Notes what a provider said of an order, and who has paid it. */
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

    /** Places an order at the provider first, so that what is kept can be paid. Throws `unsupported_gateway` or `payment_provider_failed`. */
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

    /** Acts on what somebody says that they have paid, once the provider says so as well (SU-10, SU-11, RC-11, X-23). */
    async confirm(order: Order, { userId, paymentId, gateway }: Confirmation): Promise<Order> {
      if (order.userId !== userId) throw appError('payment_of_somebody_else');
      if (gateway !== undefined && gateway !== order.gateway) throw appError('wrong_gateway');
      // A webhook or a job was faster, or this is a repetition.
      if (order.status === 'paid') return order;
      const said = await inspect(order, { paymentId, mayCapture: true });
      if (said.is === 'mismatch') throw appError('payment_mismatch');
      const settled = await database.transaction((tx) => settle(tx, order, said));
      const canApproveAgain = said.is === 'failed' && order.gateway === 'paypal';
      if (settled.status !== 'paid')
        throw appError(canApproveAgain ? 'payment_declined' : 'payment_not_completed');
      return settled;
    },

    /** How an order stands now, as far as can be told; one that is open is asked about (SV-81). */
    async refresh(order: Order): Promise<Order> {
      if (isEnded(order)) return order;
      try {
        return await check(order);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'payment_provider_failed') throw error;
        return (await findOrderById(database.db, order.id)) ?? order;
      }
    },

    /** Ends an order that was never paid, once its time is over and the provider was asked (SV-71). */
    expire: (order: Order): Promise<void> =>
      database.transaction((tx) => expireOrder(tx, order.id, ORDER_MINUTES)),
  };
}
