import type { PaymentGateway } from '@adda/contract/payments';
import type { Tx } from '../../platform/database/index.ts';

/** What an order pays for; each purpose has a feature that handles it. */
export type Purpose = 'recharge' | 'subscription';

/** State of an order. The only transition from `paid` is to `refunded`. */
export type OrderStatus = 'created' | 'paid' | 'failed' | 'expired' | 'refunded';

/** An order placed at a provider. Amounts are in minor units of `currency`. */
export type Order = {
  readonly id: number;
  /** The provider's id, also used by clients. */
  readonly orderId: string;
  readonly gateway: PaymentGateway;
  readonly purpose: Purpose;
  readonly userId: number;
  /** Reference of the feature, unique for the purpose. */
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: OrderStatus;
  /** The provider's id of the payment, once it is paid. */
  readonly paymentId: string | null;
  /** The total refunded amount, by refunds and by a dispute. */
  readonly refunded: number;
  /** The part of it that a lost dispute took back. */
  readonly disputed: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
};

/** An order to place. */
export type NewOrder = Pick<Order, 'purpose' | 'userId' | 'reference' | 'amount' | 'currency'> & {
  /** As sent by the client; unknown and unconfigured ones are refused. */
  readonly gateway: string;
  /** The text that the user reads at the provider. */
  readonly description: string;
};

/** A refund: `amount` is its amount, `order.refunded` the total including it. A lost dispute counts like a refund. */
export type Refund = {
  readonly order: Order;
  readonly amount: number;
  readonly isWhole: boolean;
  /** The same for the same refunded total; used in the cause of the reversal. */
  readonly key: string;
};

/**
 * Handlers of a feature for orders of its purpose. Each runs inside the transaction that records the change, and posts
 * to wallets last.
 */
export type PurposeHooks = {
  /** Called once for each order: it is paid. */
  readonly paid: (tx: Tx, order: Order) => Promise<void>;
  /** Called once for each refund. */
  readonly refunded: (tx: Tx, refund: Refund) => Promise<void>;
};

/** A user's claim that an order is paid. */
export type Confirmation = {
  readonly userId: number;
  readonly paymentId: string;
  /**
   * The gateway of the call, if its path names one; for an order of another gateway the call throws `wrong_gateway`.
   */
  readonly gateway?: PaymentGateway;
};
