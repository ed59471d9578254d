import * as z from 'zod/mini';
import { PAYMENT_GATEWAYS, PAYMENT_ID_MAX } from './payments.limits.ts';

/** A payment provider. Where a client may send any name, the service rejects an unknown one with its own text (SU-28). */
export const paymentGateway = z.enum(PAYMENT_GATEWAYS);

/** Unvalidated name of a provider from a client. */
export const anyGateway = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(32));

/** The id of a payment (Razorpay) or of an order (PayPal). */
export const paymentId = z.string().check(z.trim(), z.minLength(1), z.maxLength(PAYMENT_ID_MAX));

/**
 * Sent by the client after checkout. The signature is Razorpay's and only a hint: the server queries the provider.
 */
export const verifyPaymentInput = z.strictObject({
  payment_id: paymentId,
  signature: z.optional(z.string().check(z.maxLength(256))),
});

/** A provider that is configured on this server. `key` is public: Razorpay's key id, PayPal's client id. */
export const gatewayOffer = z.object({
  gateway: paymentGateway,
  key: z.string(),
  /** The built-in sandbox: its checkout page is served by this server. */
  is_sandbox: z.boolean(),
});

export type GatewayOffer = z.output<typeof gatewayOffer>;
