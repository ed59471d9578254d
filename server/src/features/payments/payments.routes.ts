import type { paymentsRoutes } from '@adda/contract/payments';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Webhooks } from './webhooks.service.ts';

/** Handlers of the providers' webhooks. */
export function paymentsHandlers(webhooks: Webhooks): Handlers<typeof paymentsRoutes> {
  return {
    async 'POST /webhooks/razorpay'({ raw }) {
      await webhooks.receive('razorpay', raw);
      return { status: 'ok' };
    },
    async 'POST /webhooks/paypal'({ raw }) {
      await webhooks.receive('paypal', raw);
      return { status: 'ok' };
    },
  };
}
