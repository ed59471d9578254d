import type { PaymentGateway } from '@adda/contract/payments';
import type { Tx } from '../../platform/database/index.ts';
import type { RawBody } from '../../platform/http/handler.ts';

/** The purpose of an order; each purpose has a feature that handles it. */
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

/** An order to create at a provider; the amount is in minor units. */
export type Wanted = Pick<NewOrder, 'purpose' | 'reference' | 'amount' | 'currency' | 'description'>;

/**
 * The state of an order at a provider. `paid`: captured with the order's amount and currency, with the amount refunded
 * since and the payer's identifiers, if the provider returns them; `open`: not captured yet; `failed`: the last attempt
 * failed; `mismatch`: the payment is of another order or amount.
 */
export type Inspection =
  | {
      readonly is: 'paid';
      readonly paymentId: string;
      readonly refunded: number;
      readonly payers?: readonly string[];
    }
  | { readonly is: 'open' }
  | { readonly is: 'failed' }
  | { readonly is: 'mismatch' };

/** The amount that a lost dispute took back, in minor units of its currency; empty if the provider named none. */
export type LostDispute = { readonly amount?: number | undefined; readonly currency?: string | undefined };

/** A verified webhook: the order or payment that it concerns, and the amount of a lost dispute, if any. */
export type WebhookEvent = {
  readonly eventId: string;
  readonly orderId?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly lost?: LostDispute | undefined;
};

/** A payment provider. Every call throws `ProviderFailure` if the provider does not respond as documented. */
export type Gateway = {
  readonly name: PaymentGateway;
  /** The public key for the provider's checkout in a browser. */
  readonly key: string;
  readonly isSandbox: boolean;
  /** Creates an order. Returns the provider's id. */
  readonly createOrder: (wanted: Wanted) => Promise<string>;
  /** Reads the state of an order, or of one payment claimed to be of it. `mayCapture`: capture an approved order. */
  readonly inspect: (
    order: Order,
    by: { readonly paymentId?: string; readonly mayCapture: boolean },
  ) => Promise<Inspection>;
  /** Parses a webhook; undefined if the provider's signature is invalid. */
  readonly readWebhook: (raw: RawBody) => Promise<WebhookEvent | undefined>;
};
