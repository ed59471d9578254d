import * as z from 'zod/mini';
import { coins } from '../kernel/money.ts';
import { defineRoutes } from '../kernel/route.ts';
import { DEFAULT_GATEWAY } from '../payments/payments.limits.ts';
import { anyGateway, paymentGateway, paymentId, verifyPaymentInput } from '../payments/payments.schemas.ts';

const byOrder = z.object({ order_id: paymentId });

/** Status of an order for a recharge (SV-81). */
const rechargeStatus = z.enum(['created', 'paid', 'failed', 'expired', 'refunded']);

export const rechargeRoutes = defineRoutes({
  'POST /recharge/order': {
    summary:
      'Order a package; `amount` is dollars × 100, the server looks up the coins (RC-10, X-12, SV-79).',
    access: 'session',
    rate: 'write',
    guests: 'guests_cannot_recharge',
    body: z.strictObject({
      // Any number is valid here: the service returns `unknown_package` for an amount without a package.
      amount: z.number(),
      payment_gateway: z._default(anyGateway, DEFAULT_GATEWAY),
    }),
    output: z.object({
      order_id: z.string(),
      amount: z.int(),
      currency: z.string(),
      coin_amount: coins,
      payment_gateway: paymentGateway,
    }),
    errors: ['guests_cannot_recharge', 'unknown_package', 'unsupported_gateway', 'payment_provider_failed'],
  },
  'POST /recharge/verify-payment/:order_id': {
    summary: 'Credit an order after the provider confirms the payment; idempotent (RC-11, SV-80).',
    access: 'registered',
    rate: 'write',
    params: byOrder,
    body: verifyPaymentInput,
    output: z.object({ message: z.string(), coin_amount: coins, balance: coins }),
    errors: [
      'payment_order_not_found',
      'payment_of_somebody_else',
      'payment_not_completed',
      'payment_declined',
      'payment_mismatch',
      'payment_provider_failed',
    ],
  },
  'GET /recharge/payment/status/:order_id': {
    summary: 'Status of an order; asks the provider while it is open, and credits it if paid (RC-12, SV-81).',
    access: 'registered',
    rate: 'read',
    params: byOrder,
    output: z.object({ status: rechargeStatus, coin_amount: coins }),
    errors: ['payment_order_not_found', 'payment_of_somebody_else'],
  },
});

export type RechargeStatus = z.output<typeof rechargeStatus>;
