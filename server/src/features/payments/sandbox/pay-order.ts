import type { SandboxOutcome } from '@adda/contract/payments';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { hmacOf } from '../gateways/signatures.ts';
import { paypalDelivery, razorpayDelivery } from './deliveries.ts';
import { paypalEvent } from './paypal-wire.ts';
import { razorpayEvent, razorpayOrder, razorpayPayment } from './razorpay-wire.ts';
import { razorpayId } from './sandbox-ids.ts';
import {
  insertPayment,
  listPayments,
  lockOrder,
  setApproval,
  type SandboxOrder,
  type SandboxPayment,
} from './sandbox.repository.ts';
import type { SandboxContext } from './sandbox.types.ts';

/** The checkout's result for the page: for Razorpay the payment id and signature, for PayPal only the order id. */
export type PageAnswer = { readonly payment_id: string | null; readonly signature: string | null };

const NOTHING: PageAnswer = { payment_id: null, signature: null };

function signed({ keys }: SandboxContext, payment: SandboxPayment): PageAnswer {
  const text = `${payment.order_id}|${payment.payment_id}`;
  return { payment_id: payment.payment_id, signature: hmacOf(keys.razorpay.keySecret, text) };
}

/** Razorpay captures immediately; a paid order is not paid again. */
async function payRazorpay(
  context: SandboxContext,
  tx: Tx,
  { order, isGood }: { readonly order: SandboxOrder; readonly isGood: boolean },
): Promise<PageAnswer> {
  const before = await listPayments(tx, { orderId: order.order_id });
  const captured = before.find(({ status }) => status === 'captured');
  if (captured) return signed(context, captured);
  const paymentId = razorpayId('pay');
  const status = isGood ? 'captured' : 'failed';
  await insertPayment(tx, { payment_id: paymentId, order_id: order.order_id, status });
  const [payment] = await listPayments(tx, { paymentId });
  if (!payment) throw new Error('a payment was not kept');
  const entities = {
    payment: razorpayPayment(payment),
    ...(isGood && { order: razorpayOrder(order, [...before, payment]) }),
  };
  const event = razorpayEvent(isGood ? 'order.paid' : 'payment.failed', entities);
  await context.deliver(tx, razorpayDelivery(context.keys, event));
  return isGood ? signed(context, payment) : { payment_id: paymentId, signature: null };
}

/** PayPal's page only approves; the capture takes the money, and is declined after a failure. */
async function approvePaypal(
  context: SandboxContext,
  tx: Tx,
  { order, isGood }: { readonly order: SandboxOrder; readonly isGood: boolean },
): Promise<PageAnswer> {
  const answer = { payment_id: order.order_id, signature: null };
  const payments = await listPayments(tx, { orderId: order.order_id });
  if (payments.some(({ status }) => status === 'captured')) return answer;
  await setApproval(tx, order.order_id, isGood ? 'approved' : 'declining');
  const event = paypalEvent('CHECKOUT.ORDER.APPROVED', 'checkout-order', {
    id: order.order_id,
    status: 'APPROVED',
  });
  await context.deliver(tx, paypalDelivery(context.keys, event));
  return answer;
}

/** Performs a user's action on the checkout page. Throws `payment_order_not_found`. */
export async function payOrder(
  context: SandboxContext,
  orderId: string,
  outcome: SandboxOutcome,
): Promise<PageAnswer> {
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw appError('payment_order_not_found');
    if (outcome === 'dismiss') return NOTHING;
    const pay = order.gateway === 'razorpay' ? payRazorpay : approvePaypal;
    return pay(context, tx, { order, isGood: outcome === 'success' });
  });
}
