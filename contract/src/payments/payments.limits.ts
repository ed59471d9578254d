/** Supported payment providers; the first is the default (SU-09). */
export const PAYMENT_GATEWAYS = ['razorpay', 'paypal'] as const;
export type PaymentGateway = (typeof PAYMENT_GATEWAYS)[number];
export const DEFAULT_GATEWAY: PaymentGateway = 'razorpay';

/** The currency that a client shows where a response names none (SU-15, SU-16, RC-13, X-11). */
export const SUBSCRIPTION_CURRENCY: Readonly<Record<PaymentGateway, string>> = {
  razorpay: 'INR',
  paypal: 'USD',
};

/** Minimum charge of a provider for a subscription, in minor units of its currency (PL-05): one rupee, one cent. */
export const LEAST_CHARGE: Readonly<Record<PaymentGateway, number>> = { razorpay: 100, paypal: 1 };

export const RECHARGE_CURRENCY = 'USD';

/** Timeout of payment requests in a client, in milliseconds (CO-09). */
export const PAYMENT_TIMEOUT_MS = 15_000;

/** Number of retries for an unconfirmed payment, and the pause before each (SU-05, CO-11). */
export const VERIFICATION_TRIES = 3;
export const VERIFICATION_PAUSE_MS = 2000;

/** Lifetime of an unpaid order, in minutes (SV-71). */
export const ORDER_MINUTES = 30;

/** Maximum length of the id of a payment or order from a client. */
export const PAYMENT_ID_MAX = 128;
