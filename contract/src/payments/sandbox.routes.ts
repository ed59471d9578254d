import * as z from 'zod/mini';
import { file } from '../kernel/route.ts';
import { defineRoutes } from '../kernel/route.ts';
import { paymentId } from './payments.schemas.ts';

/**
 * The built-in stand-in for both providers, speaking their own HTTP; off in production (SV-82). Bodies and answers are
 * theirs, so they are not described here; credentials are checked by the handlers, like the providers do.
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

/** What a person can do on the page of a checkout. */
export const sandboxOutcome = z.enum(['success', 'failure', 'dismiss']);
export type SandboxOutcome = z.output<typeof sandboxOutcome>;

/** What the page tells the window that shows it, as a message (`window.postMessage`). */
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
    summary: 'Razorpay: the payments of an order.',
    ...provider,
    ...byOrder,
  },
  'GET /sandbox/razorpay/v1/payments/:payment_id': {
    summary: 'Razorpay: a payment.',
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
    summary: 'PayPal: an order.',
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
    summary: 'PayPal: a capture.',
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
    summary: 'PayPal: whether a webhook is signed.',
    ...provider,
  },
  'GET /sandbox/checkout/:order_id': {
    summary: 'The page that stands in for a provider’s checkout, labelled as a sandbox.',
    ...page,
    ...byOrder,
  },
  'GET /sandbox/assets/:name': {
    summary: 'Script and style of that page.',
    ...page,
    params: z.object({ name: z.string().check(z.maxLength(40)) }),
  },
  'POST /sandbox/pay/:order_id': {
    summary: 'Do what a person does on that page; delivers the webhook that the provider would.',
    access: 'open',
    rate: 'webhook',
    ...byOrder,
    body: z.strictObject({ outcome: sandboxOutcome }),
    output: z.object({ payment_id: z.nullable(z.string()), signature: z.nullable(z.string()) }),
    errors: ['sandbox_off', 'sandbox_refused', 'payment_order_not_found'],
  },
  'POST /sandbox/refund/:payment_id': {
    summary: 'Refund a payment, all of it unless `amount` (minor units) says less; delivers the webhook.',
    access: 'open',
    rate: 'webhook',
    ...byPayment,
    body: z.optional(z.nullable(z.strictObject({ amount: z.optional(z.int().check(z.positive())) }))),
    output: z.object({ refund_id: z.string() }),
    errors: ['sandbox_off', 'sandbox_refused', 'payment_order_not_found'],
  },
});
