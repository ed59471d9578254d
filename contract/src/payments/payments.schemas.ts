import * as z from 'zod/mini';
import { PAYMENT_GATEWAYS, PAYMENT_ID_MAX } from './payments.limits.ts';

/** One of the providers. Where a client may name any, the service words the refusal (SU-28). */
export const paymentGateway = z.enum(PAYMENT_GATEWAYS);

/** The name of a provider as a client sends it. */
export const anyGateway = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(32));

/** The id of a payment (Razorpay) or of an order (PayPal). */
export const paymentId = z.string().check(z.trim(), z.minLength(1), z.maxLength(PAYMENT_ID_MAX));

/** What a client says after checkout; the signature is Razorpay's, and only ever a hint: the provider is asked. */
export const verifyPaymentInput = z.strictObject({
  payment_id: paymentId,
  signature: z.optional(z.string().check(z.maxLength(256))),
});

/** A provider that this server can use. `key` is public: Razorpay's key id, PayPal's client id. */
export const gatewayOffer = z.object({
  gateway: paymentGateway,
  key: z.string(),
  /** The built-in stand-in: its checkout page is this server's own. */
  is_sandbox: z.boolean(),
});

export type VerifyPaymentInput = z.output<typeof verifyPaymentInput>;
export type GatewayOffer = z.output<typeof gatewayOffer>;
