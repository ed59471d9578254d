import * as z from 'zod/mini';
import type { RawBody } from '../../../platform/http/handler.ts';
import type { LostDispute, WebhookEvent } from '../payments.types.ts';
import { minorUnits, paypalMoney, headerOf, parseJson } from './gateway.codec.ts';
import { readResponse, type ProviderResponse, type ProviderRequest } from './provider-call.gateway.ts';

/** Fields of a transmission that PayPal needs for verification, by the header that carries each. */
const TRANSMISSION = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

const verification = z.object({ verification_status: z.string() });

const link = z.object({ rel: z.string(), href: z.string() });

const event = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    id: z.optional(z.string()),
    supplementary_data: z.optional(
      z.object({
        related_ids: z.optional(
          z.object({ order_id: z.optional(z.string()), capture_id: z.optional(z.string()) }),
        ),
      }),
    ),
    links: z.optional(z.array(link)),
    amount: z.nullish(paypalMoney),
    dispute_outcome: z.optional(
      z.object({ outcome_code: z.optional(z.string()), amount_refunded: z.nullish(paypalMoney) }),
    ),
    disputed_transactions: z.optional(z.array(z.object({ seller_transaction_id: z.optional(z.string()) }))),
  }),
});
type Event = z.output<typeof event>;

type Call = (request: Omit<ProviderRequest, 'url'> & { path: string }) => Promise<ProviderResponse>;

/** Returns the amount of a reversal or of a dispute that the buyer won; undefined for other events. */
function lostIn({ event_type: type, resource }: Event): LostDispute | undefined {
  const { amount, dispute_outcome: outcome } = resource;
  const isReversed = type === 'PAYMENT.CAPTURE.REVERSED';
  const isResolved =
    type === 'CUSTOMER.DISPUTE.RESOLVED' && outcome?.outcome_code === 'RESOLVED_BUYER_FAVOUR';
  if (!isReversed && !isResolved) return undefined;
  const money = isReversed ? amount : outcome?.amount_refunded;
  return money ? { amount: minorUnits(money.value), currency: money.currency_code } : {};
}

/** Returns the id of the event's payment (capture). A refund has it only in a link. */
function captureOf({ event_type: type, resource }: Event): string | undefined {
  const disputed = resource.disputed_transactions?.[0]?.seller_transaction_id;
  const hrefs = (resource.links ?? []).map(({ href }) => /\/payments\/captures\/([^/]+)/.exec(href)?.[1]);
  const named = disputed ?? resource.supplementary_data?.related_ids?.capture_id ?? hrefs.find(Boolean);
  return named ?? (type.startsWith('PAYMENT.CAPTURE.') ? resource.id : undefined);
}

const orderOf = ({ event_type: type, resource }: Event): string | undefined =>
  resource.supplementary_data?.related_ids?.order_id ??
  (type.startsWith('CHECKOUT.ORDER.') ? resource.id : undefined);

/** Verifies the signature with PayPal. The event is sent back byte for byte, because the signature covers the bytes. */
async function isSigned(webhookId: string, call: Call, { text, headers }: RawBody): Promise<boolean> {
  const transmission: Record<string, string> = { webhook_id: webhookId };
  for (const [field, header] of Object.entries(TRANSMISSION)) {
    const value = headerOf(headers, header);
    if (value === undefined) return false;
    transmission[field] = value;
  }
  const fields = JSON.stringify(transmission).slice(0, -1);
  const path = '/v1/notifications/verify-webhook-signature';
  const response = await call({
    method: 'POST',
    path,
    headers: {},
    json: `${fields},"webhook_event":${text}}`,
  });
  // An event that PayPal can't parse was not sent by PayPal.
  if (response.status === 400 || response.status === 422) return false;
  return readResponse(verification, response).verification_status === 'SUCCESS';
}

/** Parses a webhook of PayPal; undefined if its signature is invalid (R-12, SV-73). */
export async function readPaypalWebhook(
  webhookId: string,
  call: Call,
  raw: RawBody,
): Promise<WebhookEvent | undefined> {
  // Must be valid JSON before it is embedded into the verification request.
  const value = parseJson(raw.text);
  if (typeof value !== 'object' || value === null) return undefined;
  if (!(await isSigned(webhookId, call, raw))) return undefined;
  const parsed = event.safeParse(value);
  // Signed, but of an unknown type: ignored.
  if (!parsed.success) return { eventId: 'unknown' };
  return {
    eventId: parsed.data.id,
    orderId: orderOf(parsed.data),
    paymentId: captureOf(parsed.data),
    lost: lostIn(parsed.data),
  };
}
