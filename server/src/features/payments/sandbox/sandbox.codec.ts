import { randomUUID, randomInt } from 'node:crypto';
import type * as z from 'zod/mini';
import { parseJson, majorUnits } from '../gateways/gateway.codec.ts';
import { appError } from '../../../platform/errors.ts';
import type { RawBody } from '../../../platform/http/handler.ts';
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

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ALL = `${LETTERS}abcdefghijklmnopqrstuvwxyz`;

const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns a new id in Razorpay's format. */
export const razorpayId = (kind: 'order' | 'pay' | 'rfnd' | 'evt'): string =>
  `${kind}_${randomText(ALL, 14)}`;

/** Returns a new id in PayPal's format, the same for orders, captures and refunds. */
export const paypalId = (): string => randomText(LETTERS, 17);

/** Parses a JSON body in a provider's format, an empty one as `{}`; throws `sandbox_refused`. */
export function readBody<T>(schema: z.ZodMiniType<T>, { text }: RawBody): T {
  const parsed = schema.safeParse(text === '' ? {} : parseJson(text));
  if (!parsed.success) throw appError('sandbox_refused', { reason: 'this body is not as documented' });
  return parsed.data;
}

/** Maximum amount of an order, in minor units; real providers have a limit as well. */
export const AMOUNT_MAX = 1_000_000_000;

/** Maximum length of an order's texts. */
export const TEXT_MAX = 256;
