import type { PaymentGateway } from '@adda/contract/payments';

/** What is to be paid, as an order of the server says it. */
export type CheckoutWish = {
  readonly gateway: PaymentGateway;
  /** The public key of an offer: Razorpay's key id, PayPal's client id. */
  readonly key: string;
  /** The built-in stand-in: its page is this server's own (SV-82). */
  readonly isSandbox: boolean;
  readonly orderId: string;
  /** In minor units of `currency` (RC-14, X-10). */
  readonly amount: number;
  readonly currency: string;
  /** What is bought, in a few words. */
  readonly description: string;
  /** Why it is asked again, where a payment of this order was declined (SU-08). */
  readonly notice?: string;
};

/** What the browser was told of a payment; only a hint: the server asks the provider. */
export type PaidResult = {
  readonly outcome: 'paid';
  readonly paymentId: string;
  readonly signature?: string | undefined;
};

/** No payment. `description` is the provider's own sentence; empty where it gave none. */
export type UnpaidResult =
  | { readonly outcome: 'failed'; readonly description: string }
  | { readonly outcome: 'dismissed' };

/** How a checkout ended. */
export type CheckoutResult = PaidResult | UnpaidResult;

/** Opens a checkout; answers when it has ended. Throws {@link CheckoutError} where it can't be opened. */
export type OpenCheckout = (wish: CheckoutWish) => Promise<CheckoutResult>;

/** Why a checkout can't be opened: code of a provider did not come, or the provider is none that is known here. */
export type CheckoutTrouble = 'razorpay_sdk' | 'paypal_sdk' | 'unsupported';

/** A checkout that could not be opened; nothing was paid. */
export class CheckoutError extends Error {
  readonly trouble: CheckoutTrouble;

  constructor(trouble: CheckoutTrouble) {
    super(trouble);
    this.name = 'CheckoutError';
    this.trouble = trouble;
  }
}
