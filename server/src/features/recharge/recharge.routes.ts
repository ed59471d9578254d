import type { rechargeRoutes } from '@adda/contract/recharge';
import type { Handlers } from '../../platform/http/handler.ts';

const notYet = (): never => {
  throw new Error('not yet');
};

/** Answers the calls. */
export function rechargeHandlers(): Handlers<typeof rechargeRoutes> {
  return {
    'POST /recharge/order': notYet,
    'POST /recharge/verify-payment/:order_id': notYet,
    'GET /recharge/payment/status/:order_id': notYet,
  };
}
