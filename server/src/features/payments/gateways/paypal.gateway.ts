import * as z from 'zod/mini';
import type { Order, Gateway, Inspection, Wanted } from '../payments.types.ts';
import { majorUnits, minorUnits, paypalMoney, payersOf } from './gateway.codec.ts';
import { readPaypalWebhook } from './paypal-webhooks.gateway.ts';
import { readResponse, type ProviderCall, type ProviderRequest } from './provider-call.gateway.ts';

/** A token is not used in the last seconds before its expiry. */
const TOKEN_MARGIN_SECONDS = 60;

const tokenResponse = z.object({ access_token: z.string(), expires_in: z.number() });

/** Creates a cache of PayPal's access token; concurrent requests share one call. */
function createPaypalToken(
  { clientId, clientSecret, baseUrl }: { clientId: string; clientSecret: string; baseUrl: () => string },
  call: ProviderCall,
) {
  let cached: Promise<{ token: string; endsAt: number }> | undefined;

  const load = async () => {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const answer = await call({
      method: 'POST',
      url: `${baseUrl()}/v1/oauth2/token`,
      headers: { authorization },
      form: 'grant_type=client_credentials',
    });
    const { access_token: token, expires_in: seconds } = readResponse(tokenResponse, answer);
    return { token, endsAt: Date.now() + (seconds - TOKEN_MARGIN_SECONDS) * 1000 };
  };

  const invalidate = () => void (cached = undefined);

  return {
    async get(): Promise<string> {
      const loading = (cached ??= load());
      try {
        const { token, endsAt } = await loading;
        if (endsAt > Date.now()) return token;
      } catch (error) {
        if (cached === loading) invalidate();
        throw error;
      }
      if (cached === loading) invalidate();
      cached ??= load();
      return (await cached).token;
    },
    /** Invalidates a token that PayPal no longer accepts. */
    invalidate,
  };
}

/** PayPal's keys and base URL. */
export type PaypalSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly baseUrl: () => string;
  readonly isSandbox: boolean;
};

const DESCRIPTION_MAX = 127;

const made = z.object({ id: z.string() });

const movement = z.object({ id: z.string(), status: z.string(), amount: paypalMoney });

const orderResponse = z.object({
  id: z.string(),
  status: z.string(),
  update_time: z.nullish(z.string()),
  payer: z.nullish(z.object({ payer_id: z.nullish(z.string()), email_address: z.nullish(z.string()) })),
  purchase_units: z.array(
    z.object({
      amount: z.optional(paypalMoney),
      payments: z.optional(
        z.object({ captures: z.optional(z.array(movement)), refunds: z.optional(z.array(movement)) }),
      ),
    }),
  ),
});
type OrderResponse = z.output<typeof orderResponse>;

const CAPTURED = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'];
const FAILED = ['DECLINED', 'FAILED'];

const isOf = (order: Order, { currency_code: currency, value }: z.output<typeof paypalMoney>) =>
  currency === order.currency && minorUnits(value) === order.amount;

/** A pending capture has not been paid yet (R-12). */
function judge(order: Order, found: OrderResponse): Inspection {
  const { payments } = found.purchase_units[0] ?? {};
  const captures = payments?.captures ?? [];
  const captured = captures.find(({ status }) => CAPTURED.includes(status));
  if (!captured) {
    const isFailed = captures.length > 0 && captures.every(({ status }) => FAILED.includes(status));
    return { is: isFailed ? 'failed' : 'open' };
  }
  if (!isOf(order, captured.amount)) return { is: 'mismatch' };
  const refunds = (payments?.refunds ?? []).filter(({ status }) => status === 'COMPLETED');
  const listed = refunds.reduce((sum, { amount }) => sum + minorUnits(amount.value), 0);
  const refunded = captured.status === 'REFUNDED' ? order.amount : Math.min(listed, order.amount);
  const { payer_id: payerId, email_address: email } = found.payer ?? {};
  return { is: 'paid', paymentId: captured.id, refunded, payers: payersOf({ id: payerId, email }) };
}

/** Whether PayPal's order is approved and matches the stored one. */
function isCapturable(order: Order, { status, purchase_units: units }: OrderResponse): boolean {
  const [unit] = units;
  return (
    status === 'APPROVED' && units.length === 1 && unit?.amount !== undefined && isOf(order, unit.amount)
  );
}

/**
 * PayPal executes a capture once per request id, and repeats its response. A declined order that is approved again
 * needs a new id, which all concurrent callers derive alike.
 */
const captureId = ({ orderId }: Order, { update_time: approvedAt }: OrderResponse): string =>
  approvedAt ? `capture-${orderId}-${approvedAt}` : `capture-${orderId}`;

/** Calls PayPal with the cached token; retries once with a new token if it was rejected. */
function createAsk(settings: PaypalSettings, call: ProviderCall) {
  const token = createPaypalToken(settings, call);
  return async (request: Omit<ProviderRequest, 'url'> & { path: string }) => {
    const { path, ...rest } = request;
    const send = async () => {
      const headers = { ...rest.headers, authorization: `Bearer ${await token.get()}` };
      return call({ ...rest, url: `${settings.baseUrl()}${path}`, headers });
    };
    const answer = await send();
    if (answer.status !== 401) return answer;
    token.invalidate();
    return send();
  };
}

/** Returns PayPal's request body of an order: in major units, captured by this server (SU-14, X-10). */
function bodyOf({ purpose, reference, amount, currency, description }: Wanted): string {
  return JSON.stringify({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: `${purpose}:${reference}`,
        description: description.slice(0, DESCRIPTION_MAX),
        amount: { currency_code: currency, value: majorUnits(amount) },
      },
    ],
    application_context: { brand_name: 'Adda', shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
  });
}

/** Creates the gateway to PayPal's Orders API. An approved order is captured here, once however often it is tried. */
export function createPaypal(settings: PaypalSettings, call: ProviderCall): Gateway {
  const ask = createAsk(settings, call);
  const pathOf = ({ orderId }: Order) => `/v2/checkout/orders/${encodeURIComponent(orderId)}`;
  const read = async (order: Order) => ask({ method: 'GET', path: pathOf(order), headers: {} });

  return {
    name: 'paypal',
    key: settings.clientId,
    isSandbox: settings.isSandbox,
    async createOrder(wanted): Promise<string> {
      const headers = { 'paypal-request-id': `order-${wanted.purpose}-${wanted.reference}` };
      const path = '/v2/checkout/orders';
      return readResponse(made, await ask({ method: 'POST', path, headers, json: bodyOf(wanted) })).id;
    },
    async inspect(order, { paymentId, mayCapture }) {
      const answer = await read(order);
      // PayPal deletes orders that were never approved.
      if (answer.status === 404) return { is: paymentId === undefined ? 'open' : 'mismatch' };
      let found = readResponse(orderResponse, answer);
      if (mayCapture && isCapturable(order, found)) {
        const headers = { 'paypal-request-id': captureId(order, found), prefer: 'return=representation' };
        const path = `${pathOf(order)}/capture`;
        const { status } = await ask({ method: 'POST', path, headers, json: '{}' });
        // Declined: only this status says so; the order stays approved.
        if (status === 422) return judgeDeclined(order, await read(order));
        found = readResponse(orderResponse, await read(order));
      }
      const said = judge(order, found);
      const isNamed = paymentId === undefined || paymentId === order.orderId;
      const isItsCapture = said.is === 'paid' && said.paymentId === paymentId;
      return isNamed || isItsCapture ? said : { is: 'mismatch' };
    },
    readWebhook: (raw) => readPaypalWebhook(settings.webhookId, ask, raw),
  };
}

/** Judges an order after PayPal refused the capture: another caller was faster, or the payment method was declined. */
function judgeDeclined(order: Order, answer: { status: number; body: unknown }): Inspection {
  const said = judge(order, readResponse(orderResponse, answer));
  return said.is === 'open' ? { is: 'failed' } : said;
}
