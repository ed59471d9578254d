import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';

/** What providers send by themselves. The signature over the body's bytes is checked by the handler (R-12, SV-73). */
const webhook = {
  access: 'open',
  rate: 'webhook',
  raw: true,
  output: z.object({ status: z.literal('ok') }),
  errors: ['webhook_refused', 'payment_provider_failed'],
} as const;

export const paymentsRoutes = defineRoutes({
  'POST /webhooks/razorpay': {
    summary: 'What Razorpay tells of payments, refunds and disputes.',
    ...webhook,
  },
  'POST /webhooks/paypal': {
    summary: 'What PayPal tells of orders, captures, refunds and disputes.',
    ...webhook,
  },
});
