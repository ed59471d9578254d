import { PAYMENT_GATEWAYS } from '@adda/contract/payments';
import { expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { razorpayEvent, razorpayHeaders } from './providers.fixture.ts';
import { eventually } from '../rooms/rooms.fixture.ts';
import { startWithProviders } from './providers-app.fixture.ts';

const DOWN = [
  502,
  {
    detail: 'The payment provider did not answer. Nothing was charged by us; please try again.',
    code: 'payment_provider_failed',
  },
];

it('R-09, R-12: fifty concurrent verifications, webhooks and status calls credit once', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const payment = adda.providers.pay(orderId);
  const body = razorpayEvent('order.paid', payment);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      if (n % 3 === 0) return (await adda.verify(ann, orderId, payment.id)).status;
      if (n % 3 === 1) return (await adda.webhook('razorpay', body, razorpayHeaders(body))).status;
      return (await adda.status(ann, orderId)).status;
    }),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await adda.lines(ann)).toEqual(['credit: Recharge: 500 coins: 500']);
});

it('R-12: PayPal’s order is captured once by twenty concurrent calls', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered('paypal');
  adda.providers.approve(orderId);
  const { captures } = adda.providers.state;
  const calls = Array.from({ length: 20 }, () => adda.verify(ann, orderId, orderId));
  await Promise.all(calls);
  expect((await adda.verify(ann, orderId, orderId)).data.balance).toBe(500);
  expect(adda.providers.state.captures).toBe(captures + 1);
  expect(await adda.lines(ann)).toEqual(['credit: Recharge: 500 coins: 500']);
});

it.each(PAYMENT_GATEWAYS)('SV-79: without a response of %s nothing is ordered', async (gateway) => {
  const adda = await startWithProviders();
  const ann = await adda.buyer();
  adda.providers.state.isDown = true;
  const refused = await adda.order(ann, 500, gateway);
  adda.providers.state.isDown = false;
  expect([refused.status, refused.error]).toEqual(DOWN);
});

it('R-12: an order paid while the provider was unavailable is credited by its job', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const { id } = adda.providers.pay(orderId);
  adda.providers.state.isDown = true;
  const failed = await adda.verify(ann, orderId, id);
  const status = await adda.status(ann, orderId);
  adda.providers.state.isDown = false;
  expect([failed.status, failed.error]).toEqual(DOWN);
  expect(status.data).toEqual({ status: 'created', coin_amount: 500 });
  await adda.checkDue();
  await eventually(async () => expect((await adda.wallet(ann)).balance).toBe(500));
});

it('R-12: the job of an unpaid order checks again', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered('paypal');
  await adda.checkDue();
  await eventually(() => expect(adda.callsAbout(orderId)).toBeGreaterThan(0));
  await eventually(() => expect(adda.waitingChecks(orderId)).resolves.toBe(1));
  adda.providers.approve(orderId);
  await adda.checkDue();
  await eventually(async () => expect((await adda.wallet(ann)).balance).toBe(500));
  await eventually(() => expect(adda.waitingChecks(orderId)).resolves.toBe(0));
});

it('R-12: a paid order whose job was lost is credited by the check of every minute', async () => {
  const adda = await startWithProviders();
  const [{ ann, orderId }, other] = [await adda.ordered(), await adda.ordered('paypal')];
  await adda.forgetChecks();
  adda.providers.pay(orderId);
  adda.providers.approve(other.orderId);
  await adda.passMinutes(orderId, 2);
  await adda.passMinutes(other.orderId, 2);
  await adda.checkUnpaid();
  await eventually(async () => expect((await adda.wallet(ann)).balance).toBe(500));
  await eventually(async () => expect((await adda.wallet(other.ann)).balance).toBe(500));
});

it('SV-79: an unpaid order expires after the provider’s response; a late payment counts', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  await adda.passMinutes(orderId, 29);
  await adda.checkUnpaid();
  await adda.passMinutes(orderId, 2);
  adda.providers.state.isDown = true;
  const calls = adda.callsAbout(orderId);
  await adda.checkUnpaid();
  await eventually(() => expect(adda.callsAbout(orderId)).toBeGreaterThan(calls));
  expect(await adda.statusInRow(orderId)).toBe('created');
  adda.providers.state.isDown = false;
  await adda.passMinutes(orderId, 2);
  await adda.checkUnpaid();
  await eventually(() => expect(adda.statusInRow(orderId)).resolves.toBe('expired'));
  expect((await adda.status(ann, orderId)).data.status).toBe('expired');
  const { id } = adda.providers.pay(orderId);
  expect((await adda.verify(ann, orderId, id)).data.balance).toBe(500);
});

it('SV-13: orders of a deleted account expire; nothing is captured for them any more', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered('paypal');
  const key = 'DELETE /users/me';
  expect((await adda.client(key, { body: { password: PASSWORD } }, ann)).status).toBe(200);
  expect(await adda.statusInRow(orderId)).toBe('expired');
  const { captures } = adda.providers.state;
  adda.providers.approve(orderId);
  await adda.checkDue();
  await eventually(() => expect(adda.callsAbout(orderId)).toBeGreaterThan(0));
  expect(adda.providers.state.captures).toBe(captures);
});
