import type { sandboxRoutes } from '@adda/contract/payments';
import type { Handlers } from '../../platform/http/handler.ts';

const notYet = (): never => {
  throw new Error('not yet');
};

/** Answers the calls. */
export function sandboxHandlers(): Handlers<typeof sandboxRoutes> {
  return {
    'POST /sandbox/razorpay/v1/orders': notYet,
    'GET /sandbox/razorpay/v1/orders/:order_id': notYet,
    'GET /sandbox/razorpay/v1/orders/:order_id/payments': notYet,
    'GET /sandbox/razorpay/v1/payments/:payment_id': notYet,
    'POST /sandbox/razorpay/v1/payments/:payment_id/refund': notYet,
    'POST /sandbox/paypal/v1/oauth2/token': notYet,
    'POST /sandbox/paypal/v2/checkout/orders': notYet,
    'GET /sandbox/paypal/v2/checkout/orders/:order_id': notYet,
    'POST /sandbox/paypal/v2/checkout/orders/:order_id/capture': notYet,
    'GET /sandbox/paypal/v2/payments/captures/:payment_id': notYet,
    'POST /sandbox/paypal/v2/payments/captures/:payment_id/refund': notYet,
    'POST /sandbox/paypal/v1/notifications/verify-webhook-signature': notYet,
    'GET /sandbox/checkout/:order_id': notYet,
    'GET /sandbox/assets/:name': notYet,
    'POST /sandbox/pay/:order_id': notYet,
    'POST /sandbox/refund/:payment_id': notYet,
  };
}
