import type { SandboxOutcome } from '@adda/contract/payments';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { hmacOf } from '../gateways/gateway.codec.ts';
import { paypalDelivery, razorpayDelivery, type SandboxContext, type Delivery } from './deliveries.jobs.ts';
import {
  paypalEvent,
  razorpayEvent,
  razorpayOrder,
  razorpayPayment,
  razorpayId,
  paypalCapture,
  paypalOrder,
  paypalId,
  paypalRefund,
  razorpayRefund,
} from './sandbox.codec.ts';
import {
  insertPayment,
  listPayments,
  lockOrder,
  setApproval,
  type SandboxOrder,
  type SandboxPayment,
  findOrder,
  listRefunds,
  type SandboxRefund,
  findCaptured,
  insertRefund,
} from './sandbox.repository.ts';

/** The checkout's result for the page: for Razorpay the payment id and signature, for PayPal only the order id. */
type PageResponse = { readonly payment_id: string | null; readonly signature: string | null };

const NOTHING: PageResponse = { payment_id: null, signature: null };

function signed({ keys }: SandboxContext, payment: SandboxPayment): PageResponse {
  const text = `${payment.order_id}|${payment.payment_id}`;
  return { payment_id: payment.payment_id, signature: hmacOf(keys.razorpay.keySecret, text) };
}

/** Razorpay captures immediately; a paid order is not paid again. */
async function payRazorpay(
  context: SandboxContext,
  tx: Tx,
  { order, isGood }: { readonly order: SandboxOrder; readonly isGood: boolean },
): Promise<PageResponse> {
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
): Promise<PageResponse> {
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
): Promise<PageResponse> {
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw appError('payment_order_not_found');
    if (outcome === 'dismiss') return NOTHING;
    const pay = order.gateway === 'razorpay' ? payRazorpay : approvePaypal;
    return pay(context, tx, { order, isGood: outcome === 'success' });
  });
}

const refused = (reason: string) => appError('sandbox_refused', { reason });

/** Returns an order in PayPal's format, with its captures and refunds. Throws `sandbox_refused`. */
export async function readPaypalOrder({ database: { db }, localUrl }: SandboxContext, orderId: string) {
  const order = await findOrder(db, orderId, 'paypal');
  if (!order) throw refused('RESOURCE_NOT_FOUND');
  const payments = await listPayments(db, { orderId });
  const refunds: (readonly [SandboxRefund, SandboxPayment])[] = [];
  for (const payment of payments)
    for (const refund of await listRefunds(db, payment.payment_id)) refunds.push([refund, payment]);
  return paypalOrder(order, { payments, refunds }, localUrl());
}

/** Captures an approved order, once; declined if the user chose a failure. Throws `sandbox_refused`. */
export async function capturePaypalOrder(context: SandboxContext, orderId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.gateway !== 'paypal') throw refused('RESOURCE_NOT_FOUND');
    const before = await listPayments(tx, { orderId });
    if (before.some(({ status }) => status === 'captured')) return;
    if (order.approval === 'none') throw refused('ORDER_NOT_APPROVED');
    const paymentId = paypalId();
    const isGood = order.approval === 'approved';
    const status = isGood ? 'captured' : 'failed';
    await insertPayment(tx, { payment_id: paymentId, order_id: orderId, status });
    // A declined order has to be approved again.
    if (!isGood) await setApproval(tx, orderId, 'none');
    const [payment] = await listPayments(tx, { paymentId });
    if (!payment) throw new Error('a capture was not kept');
    const name = isGood ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DECLINED';
    const event = paypalEvent(name, 'capture', paypalCapture(payment));
    await context.deliver(tx, paypalDelivery(context.keys, event));
  });
}

/** A refund, and its payment after it. */
type Refunded = { readonly refund: SandboxRefund; readonly payment: SandboxPayment };

function deliveryOf({ keys, localUrl }: SandboxContext, { refund, payment }: Refunded): Delivery {
  if (payment.gateway === 'razorpay') {
    const entities = { refund: razorpayRefund(refund, payment), payment: razorpayPayment(payment) };
    return razorpayDelivery(keys, razorpayEvent('refund.processed', entities));
  }
  const resource = paypalRefund(refund, payment, localUrl());
  return paypalDelivery(keys, paypalEvent('PAYMENT.CAPTURE.REFUNDED', 'refund', resource));
}

async function refundInside(
  tx: Tx,
  { paymentId, amount }: { readonly paymentId: string; readonly amount: number | undefined },
): Promise<Refunded> {
  const found = await findCaptured(tx, paymentId);
  if (!found) throw appError('payment_order_not_found');
  await lockOrder(tx, found.order_id);
  const before = (await findCaptured(tx, found.payment_id)) ?? found;
  const left = before.amount - before.refunded;
  const wanted = amount ?? left;
  if (wanted <= 0 || wanted > left)
    throw appError('sandbox_refused', { reason: 'The total refund amount is greater than the payment' });
  const refundId = before.gateway === 'razorpay' ? razorpayId('rfnd') : paypalId();
  await insertRefund(tx, { refund_id: refundId, payment_id: before.payment_id, amount: wanted });
  const refunds = await listRefunds(tx, before.payment_id);
  const refund = refunds.find((each) => each.refund_id === refundId);
  if (!refund) throw new Error('a refund was not kept');
  return { refund, payment: { ...before, refunded: before.refunded + wanted } };
}

/**
 * Refunds a payment: the remaining amount unless `amount` (minor units) is given, and sends the webhook. A payment is
 * identified by its id, PayPal's also by its order's id. Throws `payment_order_not_found` and `sandbox_refused`.
 */
export async function refundPayment(
  context: SandboxContext,
  paymentId: string,
  amount: number | undefined,
): Promise<Refunded> {
  return context.database.transaction(async (tx) => {
    const refunded = await refundInside(tx, { paymentId, amount });
    await context.deliver(tx, deliveryOf(context, refunded));
    return refunded;
  });
}
