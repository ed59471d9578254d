import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';

/** Webhooks of the providers. The handler checks the signature over the bytes of the body (R-12, SV-73). */
const webhook = {
  access: 'open',
  rate: 'webhook',
  raw: true,
  output: z.object({ status: z.literal('ok') }),
  errors: ['webhook_refused', 'payment_provider_failed'],
} as const;

export const paymentsRoutes = defineRoutes({
  'POST /webhooks/razorpay': {
    summary: 'Razorpay webhook: payments, refunds and disputes.',
    ...webhook,
  },
  'POST /webhooks/paypal': {
    summary: 'PayPal webhook: orders, captures, refunds and disputes.',
    ...webhook,
  },
});
