import type { rechargeRoutes } from '@adda/contract/recharge';
import type { Handlers } from '../../platform/http/handler.ts';
import { coinLabel } from '../wallet/index.ts';
import { coinsOfOrder } from './recharge.policy.ts';
import type { RechargeService } from './recharge.service.ts';

/** Handlers of recharge. */
export function rechargeHandlers(recharge: RechargeService): Handlers<typeof rechargeRoutes> {
  return {
    async 'POST /recharge/order'({ actor, body }) {
      const input = { amount: body.amount, gateway: body.payment_gateway };
      const order = await recharge.order(actor, input);
      return {
        order_id: order.orderId,
        amount: order.amount,
        currency: order.currency,
        coin_amount: coinsOfOrder(order),
        payment_gateway: order.gateway,
      };
    },
    async 'POST /recharge/verify-payment/:order_id'({ actor, params, body }) {
      const { coins, balance } = await recharge.verify(actor, params.order_id, body.payment_id);
      return { message: `${coinLabel(coins)} added to your wallet`, coin_amount: coins, balance };
    },
    async 'GET /recharge/payment/status/:order_id'({ actor, params }) {
      const { status, coins } = await recharge.status(actor, params.order_id);
      return { status, coin_amount: coins };
    },
  };
}
