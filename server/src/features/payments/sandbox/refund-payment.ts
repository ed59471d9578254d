import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { paypalDelivery, razorpayDelivery, type Delivery } from './deliveries.ts';
import { paypalEvent, paypalRefund } from './paypal-wire.ts';
import { razorpayEvent, razorpayPayment, razorpayRefund } from './razorpay-wire.ts';
import { paypalId, razorpayId } from './sandbox-ids.ts';
import {
  findCaptured,
  insertRefund,
  listRefunds,
  lockOrder,
  type SandboxPayment,
  type SandboxRefund,
} from './sandbox.repository.ts';
import type { SandboxContext } from './sandbox.types.ts';

/** A refund, and its payment after it. */
export type Refunded = { readonly refund: SandboxRefund; readonly payment: SandboxPayment };

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
