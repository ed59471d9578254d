import { expect, it } from 'vitest';
import type { RazorpayPayment } from './providers.fixture.ts';
import { startWithProviders } from './providers-app.fixture.ts';

const MISMATCH = [400, { detail: 'This payment is not for this order', code: 'payment_mismatch' }];
const NOT_COMPLETED = [400, { detail: 'Payment is not completed yet', code: 'payment_not_completed' }];

const notCompleted: [string, Partial<RazorpayPayment>][] = [
  ['authorised, not captured', { status: 'authorized', captured: false }],
  ['only created', { status: 'created', captured: false }],
  ['failed', { status: 'failed', captured: false }],
  ['fully refunded', { status: 'refunded', amount_refunded: 500 }],
];

it.each(notCompleted)('R-12: a payment that is %s credits nothing', async (_what, change) => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const { id } = adda.providers.pay(orderId, change);
  const refused = await adda.verify(ann, orderId, id);
  expect([refused.status, refused.error]).toEqual(NOT_COMPLETED);
  await adda.status(ann, orderId);
  expect(await adda.lines(ann)).toEqual([]);
});

const otherwise: [string, Partial<RazorpayPayment>][] = [
  ['another amount', { amount: 100 }],
  ['a larger amount', { amount: 50_000 }],
  ['another currency', { currency: 'INR' }],
  ['another order', { order_id: 'order_other' }],
];

it.each(otherwise)('R-12: a payment of %s credits nothing', async (_what, change) => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const { id } = adda.providers.pay(orderId, change);
  const refused = await adda.verify(ann, orderId, id);
  expect([refused.status, refused.error]).toEqual(MISMATCH);
  expect((await adda.status(ann, orderId)).data.status).toBe('created');
  expect(await adda.lines(ann)).toEqual([]);
});

it.each(['pay_invented', '../orders', 'pay_x/../../orders', '%', "';--", ' \u00e4 '])(
  'R-12: an invented payment %j brings nothing',
  async (invented) => {
    const adda = await startWithProviders();
    const { ann, orderId } = await adda.ordered();
    const refused = await adda.verify(ann, orderId, invented);
    expect([refused.status, refused.error]).toEqual(MISMATCH);
    expect(await adda.lines(ann)).toEqual([]);
  },
);

it('R-12: one payment pays one order, whichever order it is claimed for', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const { id } = adda.providers.pay(orderId);
  expect((await adda.verify(ann, orderId, id)).status).toBe(200);
  const again = (await adda.order(ann)).data.order_id;
  const replayed = await adda.verify(ann, again, id);
  expect([replayed.status, replayed.error]).toEqual(MISMATCH);
  const { ann: ben, orderId: hers } = await adda.ordered();
  const stolen = await adda.verify(ben, hers, id);
  expect([stolen.status, stolen.error]).toEqual(MISMATCH);
  const foreign = await adda.verify(ben, orderId, id);
  expect([foreign.status, foreign.error.code]).toEqual([403, 'payment_of_somebody_else']);
  expect([(await adda.wallet(ann)).balance, (await adda.wallet(ben)).balance]).toEqual([500, 0]);
});

it('R-12: a payment through one gateway pays no order of the other', async () => {
  const adda = await startWithProviders();
  const { orderId } = await adda.ordered('razorpay');
  const { id } = adda.providers.pay(orderId);
  const { ann, orderId: ofPaypal } = await adda.ordered('paypal');
  for (const named of [id, orderId]) {
    const refused = await adda.verify(ann, ofPaypal, named);
    expect([refused.status, refused.error]).toEqual(MISMATCH);
  }
  expect(await adda.lines(ann)).toEqual([]);
});

it('R-11: amounts sent by a client are refused', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  for (const more of [{ amount: 1 }, { coin_amount: 10_000 }, { currency: 'INR' }]) {
    const body = { payment_id: 'pay_x', ...more };
    const key = 'POST /recharge/verify-payment/:order_id';
    const refused = await adda.client(key, { params: { order_id: orderId }, body }, ann);
    expect([refused.status, refused.error.code]).toEqual([422, 'validation_failed']);
  }
  const body = { amount: 100, coin_amount: 10_000 };
  expect((await adda.client('POST /recharge/order', { body }, ann)).status).toBe(422);
});

it('R-12: PayPal’s order is captured by the server, only if it matches the stored order', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered('paypal');
  const order = adda.providers.approve(orderId);
  expect(order.purchase_units[0].amount).toEqual({ currency_code: 'USD', value: '5.00' });
  const captures = adda.providers.state.captures;
  for (const amount of [
    { currency_code: 'USD', value: '0.05' },
    { currency_code: 'INR', value: '5.00' },
    { currency_code: 'USD', value: '5.000' },
    { currency_code: 'USD', value: '-5.00' },
  ]) {
    order.purchase_units[0].amount = amount;
    const refused = await adda.verify(ann, orderId, orderId);
    expect([refused.status, refused.error]).toEqual(NOT_COMPLETED);
  }
  expect(adda.providers.state.captures).toBe(captures);
  order.purchase_units[0].amount = { currency_code: 'USD', value: '5.00' };
  expect((await adda.verify(ann, orderId, orderId)).data.balance).toBe(500);
  expect(adda.providers.state.captures).toBe(captures + 1);
});

it.each([
  ['PENDING', 'payment_not_completed'],
  ['DECLINED', 'payment_declined'],
  ['FAILED', 'payment_declined'],
])('R-12, SU-08: a capture that is %s credits nothing', async (status, code) => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered('paypal');
  adda.providers.approve(orderId);
  adda.providers.state.captureStatus = status;
  const refused = await adda.verify(ann, orderId, orderId);
  adda.providers.state.captureStatus = 'COMPLETED';
  expect([refused.status, refused.error.code]).toEqual([400, code]);
  expect(await adda.lines(ann)).toEqual([]);
  expect((await adda.status(ann, orderId)).data.status).toBe(status === 'PENDING' ? 'created' : 'failed');
});

it('SU-08: a declined order of PayPal’s is approved again, and then captured and credited once', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered('paypal');
  adda.providers.approve(orderId);
  adda.providers.state.captureStatus = 'DECLINED';
  expect((await adda.verify(ann, orderId, orderId)).error.code).toBe('payment_declined');
  adda.providers.state.captureStatus = 'COMPLETED';
  adda.providers.approve(orderId);
  expect((await adda.verify(ann, orderId, orderId)).data.balance).toBe(500);
  expect(await adda.lines(ann)).toEqual(['credit: Recharge: 500 coins: 500']);
});

it('R-12: a capture of another amount, or a fully refunded one, credits nothing', async () => {
  const adda = await startWithProviders();
  for (const [status, value, answer] of [
    ['COMPLETED', '0.05', MISMATCH],
    ['REFUNDED', '5.00', NOT_COMPLETED],
  ] as const) {
    const { ann, orderId } = await adda.ordered('paypal');
    const order = adda.providers.approve(orderId);
    order.status = 'COMPLETED';
    const amount = { currency_code: 'USD', value };
    order.purchase_units[0].payments = { captures: [{ id: `CAP${orderId}`, status, amount }] };
    const refused = await adda.verify(ann, orderId, orderId);
    expect([refused.status, refused.error]).toEqual(answer);
    expect(await adda.lines(ann)).toEqual([]);
  }
});
