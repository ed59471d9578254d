import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { RawBody } from '../../../platform/http/handler.ts';
import type { LostDispute, WebhookEvent } from './gateway.types.ts';
import { parseJson } from './provider-call.ts';
import { headerOf, hmacOf, isSameSecret } from './signatures.ts';

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
export function readRazorpayWebhook(secret: string, { text, headers }: RawBody): WebhookEvent | undefined {
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
