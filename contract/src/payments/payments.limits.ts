/** A payment provider that Adda speaks to; the first is the default (SU-09). */
export const PAYMENT_GATEWAYS = ['razorpay', 'paypal'] as const;
export type PaymentGateway = (typeof PAYMENT_GATEWAYS)[number];
export const DEFAULT_GATEWAY: PaymentGateway = 'razorpay';

/** What a client shows where an answer names no currency (SU-15, SU-16, RC-13, X-11). */
export const SUBSCRIPTION_CURRENCY: Readonly<Record<PaymentGateway, string>> = {
  razorpay: 'INR',
  paypal: 'USD',
};

/** The least that a provider takes for a subscription, in minor units of its currency (PL-05): a rupee, a cent. */
export const LEAST_CHARGE: Readonly<Record<PaymentGateway, number>> = { razorpay: 100, paypal: 1 };

export const RECHARGE_CURRENCY = 'USD';

/** A client gives up a call about a payment after so long, in milliseconds (CO-09). */
export const PAYMENT_TIMEOUT_MS = 15_000;

/** A payment that is not confirmed yet is asked about so often, after this pause (SU-05, CO-11). */
export const VERIFICATION_TRIES = 3;
export const VERIFICATION_PAUSE_MS = 2000;

/** An order that nobody pays ends after so long (SV-71). */
export const ORDER_MINUTES = 30;

/** Longest id of a payment or order that a client may send. */
export const PAYMENT_ID_MAX = 128;
