import { randomUUID } from 'node:crypto';
import { majorUnits } from '../gateways/paypal-money.ts';
import type { SandboxOrder, SandboxPayment, SandboxRefund } from './sandbox.repository.ts';

const money = (currency: string, amount: number) => ({
  currency_code: currency,
  value: majorUnits(amount),
});

const linkTo = (base: string, path: string, rel: string) => ({
  href: `${base}/sandbox/paypal${path}`,
  rel,
  method: 'GET',
});

function captureStatus({ status, refunded, amount }: SandboxPayment): string {
  if (status === 'failed') return 'DECLINED';
  if (refunded >= amount) return 'REFUNDED';
  return refunded > 0 ? 'PARTIALLY_REFUNDED' : 'COMPLETED';
}

/** Returns a capture in PayPal's format. */
export function paypalCapture(payment: SandboxPayment) {
  return {
    id: payment.payment_id,
    status: captureStatus(payment),
    amount: money(payment.currency, payment.amount),
    final_capture: true,
    supplementary_data: { related_ids: { order_id: payment.order_id } },
    create_time: payment.created_at.toISOString(),
    update_time: payment.created_at.toISOString(),
  };
}

/** Returns a refund in PayPal's format; it refers to its capture only by a link. */
export function paypalRefund(refund: SandboxRefund, payment: SandboxPayment, base: string) {
  return {
    id: refund.refund_id,
    status: 'COMPLETED',
    amount: money(payment.currency, refund.amount),
    seller_payable_breakdown: { total_refunded_amount: money(payment.currency, payment.refunded) },
    create_time: refund.created_at.toISOString(),
    update_time: refund.created_at.toISOString(),
    links: [
      linkTo(base, `/v2/payments/refunds/${refund.refund_id}`, 'self'),
      linkTo(base, `/v2/payments/captures/${payment.payment_id}`, 'up'),
    ],
  };
}

function orderStatus({ approval }: SandboxOrder, payments: readonly SandboxPayment[]): string {
  if (payments.some(({ status }) => status === 'captured')) return 'COMPLETED';
  return approval === 'none' ? 'CREATED' : 'APPROVED';
}

type Movements = {
  readonly payments: readonly SandboxPayment[];
  readonly refunds: readonly (readonly [SandboxRefund, SandboxPayment])[];
};

/** Returns an order in PayPal's format. */
export function paypalOrder(order: SandboxOrder, { payments, refunds }: Movements, base: string) {
  const captures = payments.map((payment) => paypalCapture(payment));
  const given = refunds.map(([refund, payment]) => paypalRefund(refund, payment, base));
  return {
    id: order.order_id,
    intent: 'CAPTURE',
    status: orderStatus(order, payments),
    purchase_units: [
      {
        reference_id: 'default',
        amount: money(order.currency, order.amount),
        custom_id: order.receipt,
        description: order.description,
        ...(captures.length > 0 && { payments: { captures, refunds: given } }),
      },
    ],
    create_time: order.created_at.toISOString(),
    links: [linkTo(base, `/v2/checkout/orders/${order.order_id}`, 'self')],
  };
}

/** Returns a webhook's body in PayPal's format. */
export function paypalEvent(name: string, resourceType: string, resource: object) {
  return {
    id: `WH-${randomUUID().toUpperCase()}`,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: resourceType,
    event_type: name,
    summary: 'Sandbox: no real money moves',
    resource,
  };
}
