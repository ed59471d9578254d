/**
 * The built-in stand-in for both providers: their HTTP on this server, with a page of its own instead of theirs, in the
 * database so that it is the same on every node. Nothing of it answers where it is off (SV-82).
 */
import type { sandboxRoutes } from '@adda/contract/payments';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { SandboxKeys } from '../gateways/sandbox-keys.ts';
import { checkoutHandlers } from './checkout/checkout.routes.ts';
import { forgetNameInOrders } from './sandbox.repository.ts';
import { createDeliveries } from './deliveries.ts';
import { payOrder } from './pay-order.ts';
import { paypalSandbox } from './paypal-sandbox.routes.ts';
import { razorpaySandbox } from './razorpay-sandbox.routes.ts';
import { refundPayment } from './refund-payment.ts';
import type { SandboxContext } from './sandbox.types.ts';

type Options = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly keys: SandboxKeys;
  readonly localUrl: () => string;
  readonly isOn: boolean;
};

/** Makes the sandbox. `forgetName` joins the end of an account. */
export function createSandbox({ database, jobs, keys, localUrl, isOn }: Options) {
  const deliveries = createDeliveries({ jobs, localUrl });
  const context: SandboxContext = { database, keys, localUrl, deliver: deliveries.deliver };
  const guard = () => {
    if (!isOn) throw appError('sandbox_off');
  };
  const handlers: Handlers<typeof sandboxRoutes> = {
    ...razorpaySandbox(context, guard),
    ...paypalSandbox(context, guard),
    ...checkoutHandlers(database, guard),
    async 'POST /sandbox/pay/:order_id'({ params, body }) {
      guard();
      return payOrder(context, params.order_id, body.outcome);
    },
    async 'POST /sandbox/refund/:payment_id'({ params, body }) {
      guard();
      const { refund } = await refundPayment(context, params.payment_id, body?.amount);
      return { refund_id: refund.refund_id };
    },
  };
  return { handlers, forgetName: forgetNameInOrders, startJobs: deliveries.startJobs };
}
