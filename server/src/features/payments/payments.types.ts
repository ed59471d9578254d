import type { PaymentGateway } from '@adda/contract/payments';
import type { Tx } from '../../platform/database/index.ts';

/** What is paid for; each has a feature that acts on it. */
export type Purpose = 'recharge' | 'subscription';

/** How an order stands. From `paid` it goes nowhere but to `refunded`. */
export type OrderStatus = 'created' | 'paid' | 'failed' | 'expired' | 'refunded';

/** An order that was placed with a provider. Amounts are in minor units of `currency`. */
export type Order = {
  readonly id: number;
  /** The provider's id, as clients know it. */
  readonly orderId: string;
  readonly gateway: PaymentGateway;
  readonly purpose: Purpose;
  readonly userId: number;
  /** What is paid for, in the words of its feature: unique for the purpose. */
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: OrderStatus;
  /** The provider's id of the payment, once it is paid. */
  readonly paymentId: string | null;
  /** How much went back by now, by refunds and by a dispute. */
  readonly refunded: number;
  /** What of it a lost dispute took back. */
  readonly disputed: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
};

/** An order that somebody wants to pay. */
export type NewOrder = Pick<Order, 'purpose' | 'userId' | 'reference' | 'amount' | 'currency'> & {
  /** As the client named it; unknown ones and those that this server can't use are refused. */
  readonly gateway: string;
  /** What the person reads at the provider's. */
  readonly description: string;
};

/** Money that went back: `amount` now, `order.refunded` in all with it. A lost dispute counts like a refund. */
export type Refund = {
  readonly order: Order;
  readonly amount: number;
  readonly isWhole: boolean;
  /** The same for the same state of refunds, for the cause of what is reversed. */
  readonly key: string;
};

/** What a feature does about orders of its purpose, each inside the transaction that notes it; posts to wallets last. */
export type PurposeHooks = {
  /** Once for each order: it is paid. */
  readonly paid: (tx: Tx, order: Order) => Promise<void>;
  /** For each refund. */
  readonly refunded: (tx: Tx, refund: Refund) => Promise<void>;
};

/** Who asks about an order, and with what. */
export type Confirmation = {
  readonly userId: number;
  readonly paymentId: string;
  /** The gateway that the call is for, where its path names one; another one's order is `wrong_gateway`. */
  readonly gateway?: PaymentGateway;
};
