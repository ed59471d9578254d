import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.fixture.ts';
import { payOrder, refundPayment } from '../payments.fixture.ts';
import { KEYS } from '../providers.fixture.ts';

let adda: TestApp;
let off: TestApp;
beforeAll(async () => {
  // Keys with an unused address: the sandbox accepts them as well.
  const bases = { RAZORPAY_BASE_URL: 'http://127.0.0.1:9', PAYPAL_BASE_URL: 'http://127.0.0.1:9' };
  adda = await startTestApp({ ...KEYS, ...bases });
  off = await startTestApp(KEYS);
});
afterAll(async () => {
  await adda.stop();
  await off.stop();
});

type Json = Record<string, unknown>;

const basic = (name: string, secret: string) =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
const RAZORPAY = basic(KEYS.RAZORPAY_KEY_ID, KEYS.RAZORPAY_KEY_SECRET);

/** Sends a request as a provider's client does. */
async function ask(method: string, path: string, authorization: string, body?: object) {
  const response = await fetch(`${adda.url}/sandbox${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: Json = JSON.parse(await response.text());
  return { status: response.status, body: answer };
}

async function paypalToken(): Promise<string> {
  const response = await fetch(`${adda.url}/sandbox/paypal/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: basic(KEYS.PAYPAL_CLIENT_ID, KEYS.PAYPAL_CLIENT_SECRET),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token }: { access_token: string } = JSON.parse(await response.text());
  return `Bearer ${token}`;
}

const UNAUTHORIZED = {
  status: 401,
  body: { detail: 'Sandbox: these credentials are not right', code: 'sandbox_unauthorized' },
};
const refused = (reason: string) => ({
  status: 400,
  body: { detail: `Sandbox: ${reason}`, code: 'sandbox_refused' },
});

it('SV-82: implements Razorpay’s HTTP API from the order to the refund', async () => {
  const wanted = { amount: 8415, currency: 'INR', receipt: 'r1', notes: { description: 'A plan' } };
  const made = await ask('POST', '/razorpay/v1/orders', RAZORPAY, wanted);
  expect(made).toMatchObject({
    status: 200,
    body: {
      entity: 'order',
      amount: 8415,
      currency: 'INR',
      receipt: 'r1',
      status: 'created',
      amount_due: 8415,
    },
  });
  const id = String(made.body['id']);
  const failed = await payOrder(adda.client, id, 'failure');
  expect(failed).toEqual({ payment_id: expect.stringMatching(/^pay_/), signature: null });
  const paid = await payOrder(adda.client, id);
  expect(await payOrder(adda.client, id)).toEqual(paid);
  const signed = createHmac('sha256', KEYS.RAZORPAY_KEY_SECRET).update(`${id}|${paid.payment_id}`);
  expect(paid.signature).toBe(signed.digest('hex'));
  const payment = { entity: 'payment', order_id: id, amount: 8415, currency: 'INR' };
  expect((await ask('GET', `/razorpay/v1/payments/${paid.payment_id}`, RAZORPAY)).body).toMatchObject({
    ...payment,
    status: 'captured',
    captured: true,
    amount_refunded: 0,
    refund_status: null,
  });
  expect((await ask('GET', `/razorpay/v1/orders/${id}/payments`, RAZORPAY)).body).toMatchObject({
    entity: 'collection',
    count: 2,
    items: [
      { id: failed.payment_id, status: 'failed', error_code: 'BAD_REQUEST_ERROR' },
      { id: paid.payment_id },
    ],
  });
  expect((await ask('GET', `/razorpay/v1/orders/${id}`, RAZORPAY)).body).toMatchObject({
    status: 'paid',
    amount_paid: 8415,
    attempts: 2,
  });
  const path = `/razorpay/v1/payments/${paid.payment_id}`;
  const refund = await ask('POST', `${path}/refund`, RAZORPAY, { amount: 415 });
  expect(refund.body).toMatchObject({ entity: 'refund', amount: 415, payment_id: paid.payment_id });
  expect((await ask('GET', path, RAZORPAY)).body).toMatchObject({
    amount_refunded: 415,
    refund_status: 'partial',
  });
  expect(await ask('POST', `${path}/refund`, RAZORPAY, { amount: 8001 })).toEqual(
    refused('The total refund amount is greater than the payment'),
  );
  await refundPayment(adda.client, paid.payment_id ?? '');
  expect((await ask('GET', path, RAZORPAY)).body).toMatchObject({
    status: 'refunded',
    amount_refunded: 8415,
    refund_status: 'full',
  });
});

it('SV-82: implements PayPal’s HTTP API from the order to the refund, in major units', async () => {
  const token = await paypalToken();
  const amount = { currency_code: 'USD', value: '4.99' };
  const made = await ask('POST', '/paypal/v2/checkout/orders', token, {
    intent: 'CAPTURE',
    purchase_units: [{ amount, description: 'A plan', custom_id: 'subscription:1' }],
  });
  expect(made).toMatchObject({ status: 201, body: { status: 'CREATED', purchase_units: [{ amount }] } });
  const id = String(made.body['id']);
  const path = `/paypal/v2/checkout/orders/${id}`;
  expect(await ask('POST', `${path}/capture`, token)).toEqual(refused('ORDER_NOT_APPROVED'));
  expect(await payOrder(adda.client, id)).toEqual({ payment_id: id, signature: null });
  expect((await ask('GET', path, token)).body).toMatchObject({ status: 'APPROVED' });
  const captured = await ask('POST', `${path}/capture`, token);
  const captures = [{ status: 'COMPLETED', amount, supplementary_data: { related_ids: { order_id: id } } }];
  const unit = { payments: { captures } };
  expect(captured).toMatchObject({ status: 201, body: { status: 'COMPLETED', purchase_units: [unit] } });
  expect((await ask('POST', `${path}/capture`, token)).body).toEqual(captured.body);
  await refundPayment(adda.client, id, 199);
  const after = (await ask('GET', path, token)).body;
  expect(after).toMatchObject({
    purchase_units: [
      {
        payments: {
          captures: [{ status: 'PARTIALLY_REFUNDED' }],
          refunds: [{ status: 'COMPLETED', amount: { value: '1.99' } }],
        },
      },
    ],
  });
});

it('SV-82: requires the providers’ credentials', async () => {
  const wanted = { amount: 100, currency: 'USD' };
  const wrong = ['', 'Basic', basic(KEYS.RAZORPAY_KEY_ID, 'x'), basic('', ''), await paypalToken()];
  for (const authorization of wrong)
    expect(await ask('POST', '/razorpay/v1/orders', authorization, wanted)).toEqual(UNAUTHORIZED);
  const token = await paypalToken();
  const later = token.replace(/\d+/, (ends) => String(Number(ends) + 1));
  for (const authorization of ['', RAZORPAY, 'Bearer x', later, `${token}x`])
    expect(await ask('GET', '/paypal/v2/checkout/orders/X', authorization)).toEqual(UNAUTHORIZED);
  expect(await ask('POST', '/paypal/v1/oauth2/token', RAZORPAY)).toEqual(UNAUTHORIZED);
});

it('SV-82: refuses unknown ids and malformed bodies', async () => {
  const token = await paypalToken();
  const unknown = refused('The id provided does not exist');
  for (const path of ['orders/order_x', 'orders/order_x/payments', 'payments/pay_x'])
    expect(await ask('GET', `/razorpay/v1/${path}`, RAZORPAY)).toEqual(unknown);
  for (const path of ['checkout/orders/X', 'payments/captures/X'])
    expect(await ask('GET', `/paypal/v2/${path}`, token)).toEqual(refused('RESOURCE_NOT_FOUND'));
  const unreadable = refused('this body is not as documented');
  for (const body of [
    {},
    { amount: 0, currency: 'USD' },
    { amount: 1.5, currency: 'USD' },
    { amount: 1, currency: 1 },
  ])
    expect(await ask('POST', '/razorpay/v1/orders', RAZORPAY, body)).toEqual(unreadable);
  const params = { order_id: 'order_x' };
  const pay = await adda.client('POST /sandbox/pay/:order_id', { params, body: { outcome: 'success' } });
  expect([pay.status, pay.error.detail]).toEqual([404, 'Payment order not found']);
  const back = await adda.client('POST /sandbox/refund/:payment_id', {
    params: { payment_id: 'x' },
    body: {},
  });
  expect([back.status, back.error.detail]).toEqual([404, 'Payment order not found']);
});

it('SV-82: PayPal’s webhooks are signed with a secret that only the sandbox has', async () => {
  const token = await paypalToken();
  const invented = createHmac('sha256', KEYS.PAYPAL_CLIENT_SECRET).update('1|2').digest('hex');
  const answer = await ask('POST', '/paypal/v1/notifications/verify-webhook-signature', token, {
    transmission_id: '1',
    transmission_time: '2',
    transmission_sig: invented,
    webhook_id: KEYS.PAYPAL_WEBHOOK_ID,
    webhook_event: { id: 'WH-1' },
  });
  expect(answer).toEqual({ status: 200, body: { verification_status: 'FAILURE' } });
});

it('SV-82: the checkout shows the item and the price, and that no money moves', async () => {
  const description = '<b>Ann & "Ben"</b>';
  const wanted = { amount: 8415, currency: 'INR', notes: { description } };
  const { body } = await ask('POST', '/razorpay/v1/orders', RAZORPAY, wanted);
  const response = await fetch(`${adda.url}/sandbox/checkout/${String(body['id'])}`);
  const page = await response.text();
  expect(page).toContain('Sandbox &ndash; no real money');
  expect(page).toContain('&lt;b&gt;Ann &amp; &quot;Ben&quot;&lt;/b&gt;');
  expect(page).toContain('84.15 INR');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'; style-src 'self'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('unsafe');
  expect(page).not.toMatch(/<style|style=|<script(?! src)|\son\w+=/);
  for (const name of ['checkout.js', 'checkout.css']) {
    const asset = await fetch(`${adda.url}/sandbox/assets/${name}`);
    expect([asset.status, asset.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  }
  const none = await fetch(`${adda.url}/sandbox/assets/${encodeURIComponent('../sandbox.routes.ts')}`);
  expect(none.status).toBe(400);
  expect(await (await fetch(`${adda.url}/sandbox/checkout/order_x`)).text()).toContain(
    'There is no such order',
  );
});

it('SV-82: does not respond if a gateway takes real money', async () => {
  const paths = ['checkout/x', 'assets/checkout.js', 'razorpay/v1/orders/x', 'paypal/v2/checkout/orders/x'];
  for (const path of paths) expect((await fetch(`${off.url}/sandbox/${path}`)).status).toBe(404);
  const params = { order_id: 'x' };
  const pay = await off.client('POST /sandbox/pay/:order_id', { params, body: { outcome: 'success' } });
  expect([pay.status, pay.error]).toEqual([404, { detail: 'Not found', code: 'sandbox_off' }]);
  const { data } = await off.client('GET /config/client', {});
  expect(data.payments).toEqual([
    { gateway: 'razorpay', key: KEYS.RAZORPAY_KEY_ID, is_sandbox: false },
    { gateway: 'paypal', key: KEYS.PAYPAL_CLIENT_ID, is_sandbox: false },
  ]);
});

it('lists the providers’ checkouts in the Content-Security-Policy where they are used', async () => {
  const { headers } = await fetch(`${off.url}/health`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' https://checkout.razorpay.com");
  expect(policy).toContain('https://*.paypal.com');
  expect(policy).toContain("frame-src 'self' https://www.youtube-nocookie.com https://api.razorpay.com");
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
});
