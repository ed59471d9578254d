import type { PaymentGateway } from '@adda/contract/payments';

/** A payment to be made, from an order of the server. */
export type CheckoutRequest = {
  readonly gateway: PaymentGateway;
  /** The public key of an offer: Razorpay's key id, PayPal's client id. */
  readonly key: string;
  /** The built-in sandbox, whose page is served by this server (SV-82). */
  readonly isSandbox: boolean;
  readonly orderId: string;
  /** In minor units of `currency` (RC-14, X-10). */
  readonly amount: number;
  readonly currency: string;
  /** A short description of the purchase. */
  readonly description: string;
  /** Why the user must pay again, if a payment of this order was declined (SU-08). */
  readonly notice?: string;
};

/** The browser's view of a payment; only a hint: the server queries the provider. */
export type PaidResult = {
  readonly outcome: 'paid';
  readonly paymentId: string;
  readonly signature?: string | undefined;
};

/** No payment was made. `description` is the provider's message; '' without one. */
export type UnpaidResult =
  | { readonly outcome: 'failed'; readonly description: string }
  | { readonly outcome: 'dismissed' };

/** How a checkout ended. */
export type CheckoutResult = PaidResult | UnpaidResult;

/** Opens a checkout and resolves once it has ended. Throws {@link CheckoutError} if it can't be opened. */
export type OpenCheckout = (request: CheckoutRequest) => Promise<CheckoutResult>;

/** Why a checkout can't be opened: the provider's script failed to load, or the provider is unknown. */
export type CheckoutFailure = 'razorpay_sdk' | 'paypal_sdk' | 'unsupported';

/** Thrown if a checkout could not be opened; nothing was paid. */
export class CheckoutError extends Error {
  readonly trouble: CheckoutFailure;

  constructor(trouble: CheckoutFailure) {
    super(trouble);
    this.name = 'CheckoutError';
    this.trouble = trouble;
  }
}
