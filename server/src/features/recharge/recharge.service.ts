import { randomBytes } from 'node:crypto';
import { coinsOf } from '@adda/contract/kernel/money';
import { packageOf, type RechargeStatus } from '@adda/contract/recharge';
import { RECHARGE_CURRENCY } from '@adda/contract/payments';
import type { Database, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Order, Payments, Refund } from '../payments/index.ts';
import { coinLabel, credit, readWallet, takeBack, type Transfer, type Wallet } from '../wallet/index.ts';
import { causeOf, coinsOfOrder, hundredthsOfOrder, shareOf } from './recharge.policy.ts';

const REFERENCE_BYTES = 12;

/** Dependencies of recharge. */
export type RechargeOptions = {
  readonly database: Database;
  readonly payments: Payments;
  readonly wallet: Pick<Wallet, 'post'>;
};

/** Service for buying coins. */
export type RechargeService = ReturnType<typeof createRechargeService>;

/** Returns the transfer that credits an order. */
function creditOf(order: Order): Transfer {
  const basics = { cause: causeOf(order), kind: 'recharge', amount: hundredthsOfOrder(order) };
  const line = { type: 'credit', description: `Recharge: ${coinLabel(coinsOfOrder(order))}` } as const;
  return credit(basics, { payee: order.userId, origin: 'bought', line });
}

/** Creates the commands of recharge, and registers the handlers of paid and refunded orders. */
export function createRechargeService({ database, payments, wallet }: RechargeOptions) {
  /** Returns an order of the caller. Throws `payment_order_not_found` and `payment_of_somebody_else`. */
  async function orderOf(actor: Actor, orderId: string): Promise<Order> {
    const order = await payments.find('recharge', { orderId });
    if (!order) throw appError('payment_order_not_found');
    if (order.userId !== actor.userId) throw appError('payment_of_somebody_else');
    return order;
  }

  async function giveBack(tx: Tx, { order, amount, key }: Refund): Promise<void> {
    const taken = shareOf(order, order.refunded) - shareOf(order, order.refunded - amount);
    if (taken <= 0) return;
    // Already posted, so this only returns the transfer's id.
    const [credited] = await wallet.post(tx, [creditOf(order)]);
    const basics = { cause: `refund:${key}`, kind: 'recharge_refund', amount: taken };
    const line = { type: 'debit', description: 'Refund of a recharge' } as const;
    const reverses = credited?.transferId ?? null;
    await wallet.post(tx, [takeBack(basics, { payer: order.userId, origin: 'bought', reverses, line })]);
  }

  payments.onPurpose('recharge', {
    paid: async (tx, order) => void (await wallet.post(tx, [creditOf(order)])),
    refunded: giveBack,
  });

  return {
    /**
     * Orders a package by its price in cents; the coins come from the table. Throws `unknown_package`,
     * `unsupported_gateway` and `payment_provider_failed` (RC-10, SV-79).
     */
    async order(actor: Actor, { amount, gateway }: { amount: number; gateway: string }): Promise<Order> {
      const bought = packageOf(amount);
      if (!bought) throw appError('unknown_package');
      return payments.place({
        purpose: 'recharge',
        userId: actor.userId,
        reference: `recharge_${randomBytes(REFERENCE_BYTES).toString('hex')}`,
        amount,
        currency: RECHARGE_CURRENCY,
        gateway,
        description: `Adda: ${bought.coins} coins`,
      });
    },

    /** Credits an order that the provider confirms as paid; idempotent (RC-11, SV-80). */
    async verify(actor: Actor, orderId: string, paymentId: string) {
      const order = await orderOf(actor, orderId);
      const paid = await payments.confirm(order, { userId: actor.userId, paymentId });
      const { balance } = await readWallet(database.db, actor.userId);
      return { coins: coinsOfOrder(paid), balance: coinsOf(balance) };
    },

    /**
     * Returns the status of an order; an open one is checked with the provider, and credited if it is paid (RC-12,
     * SV-81).
     */
    async status(actor: Actor, orderId: string): Promise<{ status: RechargeStatus; coins: number }> {
      const order = await payments.refresh(await orderOf(actor, orderId));
      return { status: order.status, coins: coinsOfOrder(order) };
    },
  };
}
