/**
 * The built-in sandbox of both providers: their HTTP APIs on this server, with its own checkout page, stored in the
 * database so that all nodes share it. No route responds if it is disabled (SV-82).
 */
import type { sandboxRoutes } from '@adda/contract/payments';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { SandboxKeys } from '../gateways/gateways.service.ts';
import { checkoutHandlers } from './checkout/checkout.routes.ts';
import { deleteNameInOrders } from './sandbox.repository.ts';
import { createDeliveries, type SandboxContext } from './deliveries.jobs.ts';
import { payOrder, refundPayment } from './sandbox.service.ts';
import { paypalSandbox } from './paypal.routes.ts';
import { razorpaySandbox } from './razorpay.routes.ts';

type Options = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly keys: SandboxKeys;
  readonly localUrl: () => string;
  readonly isOn: boolean;
};

/** Creates the sandbox. `forgetName` runs in the transaction that deletes an account. */
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
  return { handlers, forgetName: deleteNameInOrders, startJobs: deliveries.startJobs };
}
