import { appError } from '../../../platform/errors.ts';
import { paypalDelivery } from './deliveries.ts';
import { paypalCapture, paypalEvent, paypalOrder } from './paypal-wire.ts';
import { paypalId } from './sandbox-ids.ts';
import {
  findOrder,
  insertPayment,
  listPayments,
  listRefunds,
  lockOrder,
  setApproval,
  type SandboxPayment,
  type SandboxRefund,
} from './sandbox.repository.ts';
import type { SandboxContext } from './sandbox.types.ts';

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
