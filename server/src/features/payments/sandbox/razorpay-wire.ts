import type { SandboxOrder, SandboxPayment, SandboxRefund } from './sandbox.repository.ts';

const MILLISECONDS = 1000;
const seconds = (time: Date) => Math.floor(time.getTime() / MILLISECONDS);

const FAILURE = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'The payment did not go through',
  error_source: 'bank',
  error_step: 'payment_authorization',
  error_reason: 'payment_failed',
};
const NO_FAILURE = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

/** Returns an order in Razorpay's format. */
export function razorpayOrder(order: SandboxOrder, payments: readonly SandboxPayment[]) {
  const isPaid = payments.some(({ status }) => status === 'captured');
  const unpaid = payments.length > 0 ? 'attempted' : 'created';
  return {
    id: order.order_id,
    entity: 'order',
    amount: order.amount,
    amount_paid: isPaid ? order.amount : 0,
    amount_due: isPaid ? 0 : order.amount,
    currency: order.currency,
    receipt: order.receipt,
    status: isPaid ? 'paid' : unpaid,
    attempts: payments.length,
    notes: { description: order.description },
    created_at: seconds(order.created_at),
  };
}

/** Returns a payment in Razorpay's format. */
export function razorpayPayment(payment: SandboxPayment) {
  const { amount, refunded } = payment;
  const isCaptured = payment.status === 'captured';
  const isWhole = refunded >= amount;
  const partial = refunded > 0 ? 'partial' : null;
  return {
    id: payment.payment_id,
    entity: 'payment',
    amount,
    currency: payment.currency,
    status: isCaptured && isWhole ? 'refunded' : payment.status,
    order_id: payment.order_id,
    method: 'card',
    captured: isCaptured,
    amount_refunded: refunded,
    refund_status: isWhole ? 'full' : partial,
    ...(isCaptured ? NO_FAILURE : FAILURE),
    created_at: seconds(payment.created_at),
  };
}

/** Returns a refund in Razorpay's format. */
export function razorpayRefund(refund: SandboxRefund, payment: SandboxPayment) {
  return {
    id: refund.refund_id,
    entity: 'refund',
    amount: refund.amount,
    currency: payment.currency,
    payment_id: payment.payment_id,
    status: 'processed',
    created_at: seconds(refund.created_at),
  };
}

/** Returns a webhook's body in Razorpay's format; `entities` by kind. */
export function razorpayEvent(name: string, entities: Readonly<Record<string, object>>) {
  return {
    entity: 'event',
    account_id: 'acc_sandbox',
    event: name,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([kind, entity]) => [kind, { entity }])),
    created_at: seconds(new Date()),
  };
}
