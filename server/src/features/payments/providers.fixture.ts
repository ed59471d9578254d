import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** The keys of an operator, as configured in the test's application. */
export const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_live_test',
  RAZORPAY_KEY_SECRET: 'a key secret of a test',
  RAZORPAY_WEBHOOK_SECRET: 'a webhook secret of a test',
  PAYPAL_CLIENT_ID: 'a-client-of-a-test',
  PAYPAL_CLIENT_SECRET: 'a client secret of a test',
  PAYPAL_WEBHOOK_ID: 'WEBHOOKOFATEST',
};

/** A payment in Razorpay's format, with the fields that tests change. */
export type RazorpayPayment = {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  captured: boolean;
  amount_refunded: number;
  email?: string;
  contact?: string;
};

type Money = { currency_code: string; value: string };
type Movement = { id: string; status: string; amount: Money };

/** An order in PayPal's format. */
export type PaypalOrder = {
  id: string;
  status: string;
  update_time?: string;
  purchase_units: [{ amount: Money; payments?: { captures: Movement[]; refunds?: Movement[] } }];
};

type Answer = { status: number; body: object };
const found = (body: object | undefined): Answer =>
  body ? { status: 200, body } : { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } };

const freshId = () => randomBytes(7).toString('hex');

/** The state of both providers, and the behaviour that the test wants. */
function createState() {
  return {
    /** Responds with errors only. */
    isDown: false,
    /** The valid access token of PayPal. */
    token: 'a token',
    /** Valid signatures of PayPal. */
    signatures: new Set<string>(),
    /** The status of a new capture. */
    captureStatus: 'COMPLETED',
    captures: 0,
    orders: new Map<string, { amount: number; currency: string }>(),
    payments: new Map<string, RazorpayPayment>(),
    paypalOrders: new Map<string, PaypalOrder>(),
    /** Paths of the received calls, oldest first. */
    calls: new Array<string>(),
  };
}
type State = ReturnType<typeof createState>;

type Routes = readonly (readonly [RegExp, (id: string, body: string) => Answer])[];

const razorpayRoutes = (state: State): Routes => [
  [
    /^POST \/v1\/orders$/,
    (_id, body) => {
      const wanted: { amount: number; currency: string } = JSON.parse(body);
      const id = `order_${freshId()}`;
      state.orders.set(id, wanted);
      return { status: 200, body: { id, ...wanted, status: 'created' } };
    },
  ],
  [
    /^GET \/v1\/orders\/(\w+)\/payments$/,
    (id) => {
      const items = [...state.payments.values()].filter((payment) => payment.order_id === id);
      return { status: 200, body: { entity: 'collection', count: items.length, items } };
    },
  ],
  [
    /^GET \/v1\/payments\/([^/]+)$/,
    (id) => {
      const payment = state.payments.get(id);
      return payment
        ? { status: 200, body: payment }
        : { status: 400, body: { error: { code: 'BAD_REQUEST_ERROR' } } };
    },
  ],
];

const NOT_APPROVED = { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_NOT_APPROVED' }] };

function capture(state: State, id: string): Answer {
  const order = state.paypalOrders.get(id);
  if (order?.status !== 'APPROVED') return { status: 422, body: NOT_APPROVED };
  const [unit] = order.purchase_units;
  unit.payments = { captures: [{ id: `CAP${freshId()}`, status: state.captureStatus, amount: unit.amount }] };
  order.status = 'COMPLETED';
  state.captures += 1;
  return { status: 201, body: order };
}

const paypalRoutes = (state: State): Routes => [
  [
    /^POST \/v2\/checkout\/orders$/,
    (_id, body) => {
      const wanted: { purchase_units: [{ amount: Money }] } = JSON.parse(body);
      const id = freshId().toUpperCase();
      const [{ amount }] = wanted.purchase_units;
      state.paypalOrders.set(id, { id, status: 'CREATED', purchase_units: [{ amount }] });
      return { status: 201, body: { id, status: 'CREATED' } };
    },
  ],
  [/^GET \/v2\/checkout\/orders\/(\w+)$/, (id) => found(state.paypalOrders.get(id))],
  [/^POST \/v2\/checkout\/orders\/(\w+)\/capture$/, (id) => capture(state, id)],
  [
    /^POST \/v1\/notifications\/verify-webhook-signature$/,
    (_id, body) => {
      const said: { transmission_sig: string } = JSON.parse(body);
      const isGood = state.signatures.has(said.transmission_sig);
      return { status: 200, body: { verification_status: isGood ? 'SUCCESS' : 'FAILURE' } };
    },
  ],
];

/** Simulates the two providers, with the failures and wrong responses that a test configures. */
function createProviders() {
  const state = createState();
  const [razorpay, paypal] = [razorpayRoutes(state), paypalRoutes(state)];
  function answer(route: string, authorization: string | undefined, body: string): Answer {
    const isBasic = (name: string, secret: string) =>
      authorization === `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
    if (route === 'POST /v1/oauth2/token')
      return isBasic(KEYS.PAYPAL_CLIENT_ID, KEYS.PAYPAL_CLIENT_SECRET)
        ? { status: 200, body: { access_token: state.token, expires_in: 3600 } }
        : { status: 401, body: {} };
    const provider = [...razorpay, ...paypal].find(([path]) => path.test(route));
    if (!provider) return { status: 404, body: {} };
    const isAdmitted = razorpay.includes(provider)
      ? isBasic(KEYS.RAZORPAY_KEY_ID, KEYS.RAZORPAY_KEY_SECRET)
      : authorization === `Bearer ${state.token}`;
    const [path, run] = provider;
    return isAdmitted ? run(path.exec(route)?.[1] ?? '', body) : { status: 401, body: {} };
  }
  return { state, answer };
}

/** Starts both on one listener; `env` configures an application for it. */
export async function startProviders() {
  const { state, answer } = createProviders();
  /** PayPal executes a request id once, and repeats the response. */
  const answered = new Map<string, Answer>();
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${request.method} ${request.url}`;
    const body = await text(request);
    state.calls.push(route);
    const requestId = request.headers['paypal-request-id'];
    const once = requestId === undefined ? undefined : `${route} ${requestId.toString()}`;
    const repeated = once && answered.get(once);
    const said = state.isDown
      ? { status: 503, body: {} }
      : repeated || answer(route, request.headers.authorization, body);
    if (once && !state.isDown) answered.set(once, said);
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body));
  }
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    state,
    env: { ...KEYS, RAZORPAY_BASE_URL: url, PAYPAL_BASE_URL: url },
    /** Adds a payment to an order, captured and with the order's amount by default. */
    pay(orderId: string, change: Partial<RazorpayPayment> = {}): RazorpayPayment {
      const order = state.orders.get(orderId) ?? { amount: 500, currency: 'USD' };
      const basics = { id: `pay_${freshId()}`, order_id: orderId, ...order, amount_refunded: 0 };
      const payment: RazorpayPayment = { ...basics, status: 'captured', captured: true, ...change };
      state.payments.set(payment.id, payment);
      return payment;
    },
    /** Approves an order, as a user does on PayPal's page. */
    approve(orderId: string): PaypalOrder {
      const order = state.paypalOrders.get(orderId);
      if (!order) throw new Error('no such order');
      order.status = 'APPROVED';
      order.update_time = `2026-11-22T00:00:00Z ${freshId()}`;
      return order;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Returns the headers of a webhook of Razorpay, signed with a secret. */
export const razorpayHeaders = (body: string, secret = KEYS.RAZORPAY_WEBHOOK_SECRET, id = freshId()) => ({
  'content-type': 'application/json',
  'x-razorpay-event-id': id,
  'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
});

/** Returns a webhook's body in Razorpay's format. */
export const razorpayEvent = (name: string, payment: RazorpayPayment): string =>
  JSON.stringify({ entity: 'event', event: name, payload: { payment: { entity: payment } } });

/** Returns the headers of a webhook of PayPal; valid once the provider knows the signature. */
export const paypalHeaders = (signature: string) => ({
  'content-type': 'application/json',
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/cert',
  'paypal-transmission-id': freshId(),
  'paypal-transmission-time': '2026-11-22T00:00:00Z',
  'paypal-transmission-sig': signature,
});

/** Returns a webhook's body in PayPal's format. */
export const paypalEvent = (name: string, resource: object, id = `WH-${freshId()}`): string =>
  JSON.stringify({ id, event_type: name, resource });
