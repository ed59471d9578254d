import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Order, Gateway, Inspection, Wanted, LostDispute, WebhookEvent } from '../payments.types.ts';
import type { RawBody } from '../../../platform/http/handler.ts';
import { isSameSecret } from '../../../platform/secrets/same-secret.ts';
import { payersOf, headerOf, hmacOf, parseJson } from './gateway.codec.ts';
import { ProviderFailure, readResponse, type ProviderCall } from './provider-call.gateway.ts';

/** Razorpay's keys and base URL. */
type RazorpaySettings = {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  readonly baseUrl: () => string;
  readonly isSandbox: boolean;
};

const RECEIPT_MAX = 40;
const NOTE_MAX = 256;

const orderResponse = z.object({ id: z.string(), amount: z.int(), currency: z.string() });

const payment = z.object({
  id: z.string(),
  order_id: z.nullish(z.string()),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  captured: z.nullish(z.boolean()),
  amount_refunded: z.nullish(z.int()),
  email: z.nullish(z.string()),
  contact: z.nullish(z.string()),
  vpa: z.nullish(z.string()),
});
type Payment = z.output<typeof payment>;

const payments = z.object({ items: z.array(payment) });

/** Razorpay returns 400 for an unknown id. */
const isUnknown = (status: number) => status === 400 || status === 404;

/** A captured payment counts as paid, even if fully refunded since; an authorized one does not (R-12). */
function judge(order: Order, found: Payment): Inspection {
  if (found.order_id !== order.orderId) return { is: 'mismatch' };
  if (found.amount !== order.amount || found.currency !== order.currency) return { is: 'mismatch' };
  const isCaptured = found.status === 'captured' || (found.status === 'refunded' && found.captured !== false);
  const { email, contact, vpa, amount_refunded: refunded } = found;
  if (isCaptured)
    return {
      is: 'paid',
      paymentId: found.id,
      refunded: refunded ?? 0,
      payers: payersOf({ email, contact, vpa }),
    };
  return { is: found.status === 'failed' ? 'failed' : 'open' };
}

/** Returns the decisive payment among several attempts at an order. */
function best(inspections: readonly Inspection[]): Inspection {
  const byRank = (['paid', 'open', 'failed', 'mismatch'] as const).flatMap((is) =>
    inspections.filter((each) => each.is === is),
  );
  return byRank[0] ?? { is: 'open' };
}

/** Creates the gateway to Razorpay's Orders and Payments APIs, which also use minor units (X-10). */
export function createRazorpay(settings: RazorpaySettings, call: ProviderCall): Gateway {
  const { keyId, keySecret, baseUrl } = settings;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    call({
      method,
      url: `${baseUrl()}/v1/${path}`,
      headers: { authorization },
      ...(body && { json: JSON.stringify(body) }),
    });

  return {
    name: 'razorpay',
    key: keyId,
    isSandbox: settings.isSandbox,
    async createOrder({ purpose, reference, amount, currency, description }: Wanted): Promise<string> {
      const body = {
        amount,
        currency,
        receipt: reference.slice(0, RECEIPT_MAX),
        notes: { purpose, reference, description: description.slice(0, NOTE_MAX) },
        payment_capture: 1,
      };
      const made = readResponse(orderResponse, await ask('POST', 'orders', body));
      if (made.amount !== amount || made.currency !== currency)
        throw new ProviderFailure('an order of another amount');
      return made.id;
    },
    async inspect(order, { paymentId }) {
      if (paymentId === undefined) {
        const list = await ask('GET', `orders/${encodeURIComponent(order.orderId)}/payments`);
        return best(readResponse(payments, list).items.map((each) => judge(order, each)));
      }
      const answer = await ask('GET', `payments/${encodeURIComponent(paymentId)}`);
      if (isUnknown(answer.status)) return { is: 'mismatch' };
      const found = readResponse(payment, answer);
      return found.id === paymentId ? judge(order, found) : { is: 'mismatch' };
    },
    readWebhook: async (raw) => readRazorpayWebhook(settings.webhookSecret, raw),
  };
}

const entity = <T extends z.ZodMiniType>(shape: T) => z.optional(z.object({ entity: shape }));

const event = z.object({
  event: z.string(),
  payload: z.object({
    payment: entity(z.object({ id: z.string(), order_id: z.nullish(z.string()) })),
    order: entity(z.object({ id: z.string() })),
    refund: entity(z.object({ payment_id: z.nullish(z.string()) })),
    dispute: entity(
      z.object({
        payment_id: z.nullish(z.string()),
        amount: z.nullish(z.int()),
        amount_deducted: z.nullish(z.int()),
        currency: z.nullish(z.string()),
      }),
    ),
  }),
});

type Dispute = NonNullable<z.output<typeof event>['payload']['dispute']>['entity'];

/** The deducted amount, or else the disputed amount. */
const lostOf = (dispute: Dispute | undefined): LostDispute => ({
  amount: dispute?.amount_deducted || dispute?.amount || undefined,
  currency: dispute?.currency ?? undefined,
});

/**
 * Parses a webhook of Razorpay; undefined if the signature over the bytes does not match the webhook's secret (R-12,
 * SV-73).
 */
function readRazorpayWebhook(secret: string, { text, headers }: RawBody): WebhookEvent | undefined {
  const signature = headerOf(headers, 'x-razorpay-signature');
  if (signature === undefined || !isSameSecret(signature, hmacOf(secret, text))) return undefined;
  const parsed = event.safeParse(parseJson(text));
  const digest = createHash('sha256').update(text).digest('hex');
  const eventId = headerOf(headers, 'x-razorpay-event-id') ?? digest;
  // Signed, but of an unknown type: ignored.
  if (!parsed.success) return { eventId };
  const { payment, order, refund, dispute } = parsed.data.payload;
  return {
    eventId,
    orderId: payment?.entity.order_id ?? order?.entity.id,
    paymentId: payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id ?? undefined,
    lost: parsed.data.event === 'payment.dispute.lost' ? lostOf(dispute?.entity) : undefined,
  };
}
