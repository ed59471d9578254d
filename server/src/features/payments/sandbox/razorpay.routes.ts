import type { sandboxRoutes } from '@adda/contract/payments';
import * as z from 'zod/mini';
import { appError } from '../../../platform/errors.ts';
import type { Handlers, RawBody } from '../../../platform/http/handler.ts';
import { assertRazorpay } from './credentials.policy.ts';
import {
  razorpayOrder,
  razorpayPayment,
  razorpayRefund,
  AMOUNT_MAX,
  readBody,
  TEXT_MAX,
  razorpayId,
} from './sandbox.codec.ts';
import { refundPayment } from './sandbox.service.ts';
import { findOrder, insertOrder, listPayments } from './sandbox.repository.ts';
import type { SandboxContext } from './deliveries.jobs.ts';

const text = z.string().check(z.maxLength(TEXT_MAX));
const amount = z.int().check(z.positive(), z.maximum(AMOUNT_MAX));

const newOrder = z.object({
  amount,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  receipt: z.optional(text),
  notes: z.optional(z.object({ description: z.optional(text) })),
});
const newRefund = z.object({ amount: z.optional(amount) });

type RazorpayPaths<Key = keyof typeof sandboxRoutes> = Key extends `${string} /sandbox/razorpay/${string}`
  ? Key
  : never;

const unknown = () => appError('sandbox_refused', { reason: 'The id provided does not exist' });

/** Razorpay's HTTP API; `guard` throws if the sandbox is disabled. */
export function razorpaySandbox(
  context: SandboxContext,
  guard: () => void,
): Pick<Handlers<typeof sandboxRoutes>, RazorpayPaths> {
  const { db } = context.database;
  const admit = (raw: RawBody) => {
    guard();
    assertRazorpay(context.keys, raw);
  };
  const ordered = async (orderId: string) => {
    const order = await findOrder(db, orderId, 'razorpay');
    if (!order) throw unknown();
    return { order, payments: await listPayments(db, { orderId }) };
  };
  const paid = async (paymentId: string) => {
    const payment = (await listPayments(db, { paymentId })).find(({ gateway }) => gateway === 'razorpay');
    if (!payment) throw unknown();
    return payment;
  };
  return {
    async 'POST /sandbox/razorpay/v1/orders'({ raw }) {
      admit(raw);
      const { currency, receipt = '', notes, ...order } = readBody(newOrder, raw);
      const description = notes?.description ?? '';
      const made = { order_id: razorpayId('order'), gateway: 'razorpay' as const, currency, description };
      return razorpayOrder(await insertOrder(db, { ...made, receipt, amount: order.amount }), []);
    },
    async 'GET /sandbox/razorpay/v1/orders/:order_id'({ raw, params }) {
      admit(raw);
      const { order, payments } = await ordered(params.order_id);
      return razorpayOrder(order, payments);
    },
    async 'GET /sandbox/razorpay/v1/orders/:order_id/payments'({ raw, params }) {
      admit(raw);
      const items = (await ordered(params.order_id)).payments.map((payment) => razorpayPayment(payment));
      return { entity: 'collection', count: items.length, items };
    },
    async 'GET /sandbox/razorpay/v1/payments/:payment_id'({ raw, params }) {
      admit(raw);
      return razorpayPayment(await paid(params.payment_id));
    },
    async 'POST /sandbox/razorpay/v1/payments/:payment_id/refund'({ raw, params }) {
      admit(raw);
      const wanted = readBody(newRefund, raw);
      await paid(params.payment_id);
      const { refund, payment } = await refundPayment(context, params.payment_id, wanted.amount);
      return razorpayRefund(refund, payment);
    },
  };
}
