import * as z from 'zod/mini';
import { defineRoutes, file } from '../kernel/route.ts';
import { paymentId } from './payments.schemas.ts';

/**
 * The built-in sandbox for both providers, with their HTTP interfaces; disabled in production (SV-82). Bodies and responses
 * are in the providers' formats, so they are not described here; the handlers check the credentials, as the providers do.
 */
const provider = {
  access: 'open',
  rate: 'webhook',
  raw: true,
  output: z.looseObject({}),
  errors: ['sandbox_unauthorized', 'sandbox_refused', 'sandbox_off'],
} as const;

const byOrder = { params: z.object({ order_id: paymentId }) };
const byPayment = { params: z.object({ payment_id: paymentId }) };

/** The actions on the page of a checkout. */
const sandboxOutcome = z.enum(['success', 'failure', 'dismiss']);
export type SandboxOutcome = z.output<typeof sandboxOutcome>;

/** The message from the checkout page to the window that embeds it (`window.postMessage`). */
export type SandboxMessage = {
  readonly source: 'adda-sandbox';
  readonly order_id: string;
  readonly outcome: SandboxOutcome;
  readonly payment_id: string | null;
  readonly signature: string | null;
  readonly description: string | null;
};

const page = {
  access: 'open',
  rate: 'webhook',
  output: file,
  errors: ['sandbox_off', 'sandbox_refused'],
} as const;

export const sandboxRoutes = defineRoutes({
  'POST /sandbox/razorpay/v1/orders': { summary: 'Razorpay: create an order.', ...provider },
  'GET /sandbox/razorpay/v1/orders/:order_id': { summary: 'Razorpay: an order.', ...provider, ...byOrder },
  'GET /sandbox/razorpay/v1/orders/:order_id/payments': {
    summary: 'Razorpay: get the payments of an order.',
    ...provider,
    ...byOrder,
  },
  'GET /sandbox/razorpay/v1/payments/:payment_id': {
    summary: 'Razorpay: get a payment.',
    ...provider,
    ...byPayment,
  },
  'POST /sandbox/razorpay/v1/payments/:payment_id/refund': {
    summary: 'Razorpay: refund a payment.',
    ...provider,
    ...byPayment,
  },
  'POST /sandbox/paypal/v1/oauth2/token': { summary: 'PayPal: an access token.', ...provider },
  'POST /sandbox/paypal/v2/checkout/orders': {
    summary: 'PayPal: create an order.',
    ...provider,
    status: 201,
  },
  'GET /sandbox/paypal/v2/checkout/orders/:order_id': {
    summary: 'PayPal: get an order.',
    ...provider,
    ...byOrder,
  },
  'POST /sandbox/paypal/v2/checkout/orders/:order_id/capture': {
    summary: 'PayPal: capture an approved order.',
    ...provider,
    ...byOrder,
    status: 201,
  },
  'GET /sandbox/paypal/v2/payments/captures/:payment_id': {
    summary: 'PayPal: get a capture.',
    ...provider,
    ...byPayment,
  },
  'POST /sandbox/paypal/v2/payments/captures/:payment_id/refund': {
    summary: 'PayPal: refund a capture.',
    ...provider,
    ...byPayment,
    status: 201,
  },
  'POST /sandbox/paypal/v1/notifications/verify-webhook-signature': {
    summary: 'PayPal: verify the signature of a webhook.',
    ...provider,
  },
  'GET /sandbox/checkout/:order_id': {
    summary: 'The sandbox page in place of a provider’s checkout, labelled as a sandbox.',
    ...page,
    ...byOrder,
  },
  'GET /sandbox/assets/:name': {
    summary: 'Script and style of that page.',
    ...page,
    params: z.object({ name: z.string().check(z.maxLength(40)) }),
  },
  'POST /sandbox/pay/:order_id': {
    summary: 'Perform an action of that page; sends the webhook of the provider.',
    access: 'open',
    rate: 'webhook',
    ...byOrder,
    body: z.strictObject({ outcome: sandboxOutcome }),
    output: z.object({ payment_id: z.nullable(z.string()), signature: z.nullable(z.string()) }),
    errors: ['sandbox_off', 'sandbox_refused', 'payment_order_not_found'],
  },
  'POST /sandbox/refund/:payment_id': {
    summary: 'Refund a payment, completely or by `amount` (minor units); sends the webhook of the provider.',
    access: 'open',
    rate: 'webhook',
    ...byPayment,
    body: z.optional(z.nullable(z.strictObject({ amount: z.optional(z.int().check(z.positive())) }))),
    output: z.object({ refund_id: z.string() }),
    errors: ['sandbox_off', 'sandbox_refused', 'payment_order_not_found'],
  },
});
