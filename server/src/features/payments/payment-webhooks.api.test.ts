import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { KEYS, paypalEvent, paypalHeaders, razorpayEvent, razorpayHeaders } from './providers.fixture.ts';
import { startWithProviders } from './providers-app.fixture.ts';

const OK = { status: 200, body: { status: 'ok' } };
const REFUSED = {
  status: 400,
  body: { detail: 'This webhook is not signed by the provider', code: 'webhook_refused' },
};

it('SV-73: a signed webhook of Razorpay credits once, before the client verifies', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  await adda.forgetChecks();
  const payment = adda.providers.pay(orderId);
  const body = razorpayEvent('order.paid', payment);
  const headers = razorpayHeaders(body);
  expect(await adda.webhook('razorpay', body, headers)).toEqual(OK);
  expect((await adda.wallet(ann)).balance).toBe(500);
  const calls = adda.callsAbout(orderId, payment.id);
  expect(await adda.webhook('razorpay', body, headers)).toEqual(OK);
  // The same event is not checked again with the provider; the verification uses its result.
  expect((await adda.verify(ann, orderId, payment.id)).data.balance).toBe(500);
  expect(adda.callsAbout(orderId, payment.id)).toBe(calls);
  // Another event about the same payment.
  const captured = razorpayEvent('payment.captured', payment);
  expect(await adda.webhook('razorpay', captured, razorpayHeaders(captured))).toEqual(OK);
  expect(await adda.lines(ann)).toEqual(['credit: Recharge: 500 coins: 500']);
});

it('SV-50: two users who pay with the same address are linked, without storing the address', async () => {
  const adda = await startWithProviders();
  const email = 'one.payer@example.org';
  for (const own of [{}, {}, { email: 'another@example.org' }]) {
    const { ann, orderId } = await adda.ordered();
    await adda.verify(ann, orderId, adda.providers.pay(orderId, { email, ...own }).id);
  }
  const { rows } = await sql<{ mark: string; people: number }>`
    SELECT mark, count(*) AS people FROM account_origins WHERE kind = 'payer' GROUP BY mark ORDER BY 2`.execute(
    adda.database.db,
  );
  expect(rows.map(({ people }) => people)).toEqual([1, 2]);
  expect(JSON.stringify(rows)).not.toContain('example');
});

it('R-12, SV-73: refuses a webhook of Razorpay with an invalid signature', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const payment = adda.providers.pay(orderId, { status: 'authorized', captured: false });
  const body = razorpayEvent('order.paid', { ...payment, status: 'captured', captured: true });
  const good = razorpayHeaders(body);
  await adda.forgetChecks();
  const attempts: [string, Record<string, string>][] = [
    [body, { 'content-type': 'application/json' }],
    [body, { ...good, 'x-razorpay-signature': '' }],
    [body, { ...good, 'x-razorpay-signature': 'a'.repeat(64) }],
    [body, razorpayHeaders(body, 'another secret')],
    [body, razorpayHeaders(body, KEYS.RAZORPAY_KEY_SECRET)],
    [`${body} `, good],
    [body.replace('500', '50000'), good],
    ['', good],
    ['\u0000', good],
  ];
  for (const [text, headers] of attempts)
    expect(await adda.webhook('razorpay', text, headers)).toEqual(REFUSED);
  expect(adda.callsAbout(orderId, payment.id)).toBe(0);
  expect(await adda.lines(ann)).toEqual([]);
});

it('R-12: amounts and states in a signed webhook are not trusted', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const payment = adda.providers.pay(orderId, { status: 'authorized', captured: false });
  const claimed = { ...payment, status: 'captured' as const, captured: true, amount: 1_000_000 };
  const body = razorpayEvent('payment.captured', claimed);
  expect(await adda.webhook('razorpay', body, razorpayHeaders(body))).toEqual(OK);
  expect(await adda.lines(ann)).toEqual([]);
  // Captured later, and out of order: the failure of an earlier attempt arrives after it.
  Object.assign(payment, { status: 'captured', captured: true });
  const paid = razorpayEvent('order.paid', payment);
  expect(await adda.webhook('razorpay', paid, razorpayHeaders(paid))).toEqual(OK);
  const failed = razorpayEvent('payment.failed', { ...payment, id: 'pay_earlier', status: 'failed' });
  expect(await adda.webhook('razorpay', failed, razorpayHeaders(failed))).toEqual(OK);
  expect((await adda.status(ann, orderId)).data.status).toBe('paid');
  // An inconsistent response of the provider changes nothing about a paid order except by refunds.
  Object.assign(payment, { status: 'authorized', captured: false });
  const again = razorpayEvent('payment.authorized', payment);
  expect(await adda.webhook('razorpay', again, razorpayHeaders(again))).toEqual(OK);
  expect((await adda.status(ann, orderId)).data.status).toBe('paid');
  expect((await adda.wallet(ann)).balance).toBe(500);
});

it('SV-73: accepts signed webhooks about unknown orders or of unknown types', async () => {
  const adda = await startWithProviders();
  const payment = adda.providers.pay('order_of_another_shop');
  for (const body of [
    razorpayEvent('order.paid', payment),
    JSON.stringify({ event: 'invoice.paid', payload: {} }),
    JSON.stringify({ event: 'payment.downtime.started' }),
    '[]',
    'no JSON',
  ])
    expect(await adda.webhook('razorpay', body, razorpayHeaders(body))).toEqual(OK);
});

it('SV-73: a webhook whose processing fails returns 502, and counts when it is retried', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const body = razorpayEvent('order.paid', adda.providers.pay(orderId));
  const headers = razorpayHeaders(body);
  adda.providers.state.isDown = true;
  const failed = await adda.webhook('razorpay', body, headers);
  adda.providers.state.isDown = false;
  expect(failed).toEqual({
    status: 502,
    body: {
      detail: 'The payment provider did not answer. Nothing was charged by us; please try again.',
      code: 'payment_provider_failed',
    },
  });
  expect(await adda.lines(ann)).toEqual([]);
  expect(await adda.webhook('razorpay', body, headers)).toEqual(OK);
  expect((await adda.wallet(ann)).balance).toBe(500);
});

it('SV-73: a webhook of PayPal counts once PayPal confirms that it has sent it', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered('paypal');
  adda.providers.approve(orderId);
  const body = paypalEvent('CHECKOUT.ORDER.APPROVED', { id: orderId });
  expect(await adda.webhook('paypal', body, paypalHeaders('invented'))).toEqual(REFUSED);
  const { 'paypal-transmission-sig': _left, ...unsigned } = paypalHeaders('good1');
  expect(await adda.webhook('paypal', body, unsigned)).toEqual(REFUSED);
  adda.providers.state.signatures.add('good1');
  for (const text of ['', 'no JSON', '"text"', '{"a":1},"webhook_event":{"a":2}'])
    expect(await adda.webhook('paypal', text, paypalHeaders('good1'))).toEqual(REFUSED);
  expect(await adda.lines(ann)).toEqual([]);
  expect(await adda.webhook('paypal', body, paypalHeaders('good1'))).toEqual(OK);
  expect(await adda.webhook('paypal', body, paypalHeaders('good1'))).toEqual(OK);
  expect(await adda.lines(ann)).toEqual(['credit: Recharge: 500 coins: 500']);
  const verified = await adda.verify(ann, orderId, orderId);
  expect(verified.data.balance).toBe(500);
});

it('SV-73: an access token that PayPal no longer accepts is replaced', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered('paypal');
  const before = adda.callsAbout('oauth2');
  adda.providers.state.token = 'another token';
  adda.providers.approve(orderId);
  expect((await adda.verify(ann, orderId, orderId)).data.balance).toBe(500);
  expect(adda.callsAbout('oauth2')).toBe(before + 1);
});
