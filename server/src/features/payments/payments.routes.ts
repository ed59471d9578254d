import type { paymentsRoutes } from '@adda/contract/payments';
import type { Handlers } from '../../platform/http/handler.ts';

const notYet = (): never => {
  throw new Error('not yet');
};

/** Answers the calls. */
export function paymentsHandlers(): Handlers<typeof paymentsRoutes> {
  return {
    'POST /webhooks/razorpay': notYet,
    'POST /webhooks/paypal': notYet,
  };
}
