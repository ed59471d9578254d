import { PAYMENT_GATEWAYS } from '@adda/contract/payments';
import { RECHARGE_PACKAGES } from '@adda/contract/recharge';
import { expect, it } from 'vitest';

import { guest } from '../accounts/accounts.fixture.ts';
import { paidFor, payOrder } from '../payments/payments.fixture.ts';
import { eventually } from '../rooms/rooms.fixture.ts';
import { startRecharge } from './sandbox-app.fixture.ts';

it.each(RECHARGE_PACKAGES)(
  'RC-10, RC-14, SV-79, X-12, RC-02, CO-53: $dollars dollars are $coins coins',
  async (bought) => {
    const { buyer, order } = await startRecharge();
    const { data } = await order(await buyer(), bought.dollars * 100);
    expect(data).toEqual({
      order_id: expect.stringMatching(/^order_\w{14}$/),
      amount: bought.dollars * 100,
      currency: 'USD',
      coin_amount: bought.coins,
      payment_gateway: 'razorpay',
    });
  },
);

it.each(PAYMENT_GATEWAYS)(
  'RC-11, SV-80: a payment through %s is credited once; verifying again returns the same',
  async (gateway) => {
    const adda = await startRecharge();
    const ann = await adda.buyer();
    const { order_id: orderId } = (await adda.order(ann, 500, gateway)).data;
    const before = await adda.verify(ann, orderId, orderId);
    expect([before.status, before.error.detail]).toEqual(
      gateway === 'paypal'
        ? [400, 'Payment is not completed yet']
        : [400, 'This payment is not for this order'],
    );
    const paymentId = await paidFor(adda.client, orderId);
    const answer = { message: '500 coins added to your wallet', coin_amount: 500, balance: 500 };
    expect((await adda.verify(ann, orderId, paymentId)).data).toEqual(answer);
    expect((await adda.verify(ann, orderId, paymentId)).data).toEqual(answer);
    expect(await adda.lines(ann)).toEqual(['credit: Recharge: 500 coins: 500']);
    expect(await adda.wallet(ann)).toMatchObject({ balance: 500, payable: 0 });
    expect((await adda.status(ann, orderId)).data).toEqual({ status: 'paid', coin_amount: 500 });
  },
);

it.each(PAYMENT_GATEWAYS)('RC-12, SV-81: the status of an order through %s credits it', async (gateway) => {
  const adda = await startRecharge();
  const ann = await adda.buyer();
  const { order_id: orderId } = (await adda.order(ann, 2000, gateway)).data;
  expect((await adda.status(ann, orderId)).data).toEqual({ status: 'created', coin_amount: 2000 });
  await payOrder(adda.client, orderId);
  expect((await adda.status(ann, orderId)).data.status).toBe('paid');
  expect((await adda.wallet(ann)).balance).toBe(2000);
});

it.each(PAYMENT_GATEWAYS)('SV-73: the webhook of %s alone is enough to credit a payment', async (gateway) => {
  const adda = await startRecharge();
  const ann = await adda.buyer();
  const { order_id: orderId } = (await adda.order(ann, 100, gateway)).data;
  await payOrder(adda.client, orderId);
  await eventually(async () => expect((await adda.wallet(ann)).balance).toBe(100));
});

it.each(PAYMENT_GATEWAYS)(
  'SV-81: a payment through %s that fails or is cancelled credits nothing',
  async (gateway) => {
    const adda = await startRecharge();
    const ann = await adda.buyer();
    const { order_id: orderId } = (await adda.order(ann, 100, gateway)).data;
    expect(await payOrder(adda.client, orderId, 'dismiss')).toEqual({ payment_id: null, signature: null });
    expect((await adda.status(ann, orderId)).data.status).toBe('created');
    const { payment_id: failed } = await payOrder(adda.client, orderId, 'failure');
    expect((await adda.status(ann, orderId)).data.status).toBe('failed');
    const refused = await adda.verify(ann, orderId, failed ?? '');
    const code = gateway === 'paypal' ? 'payment_declined' : 'payment_not_completed';
    expect([refused.status, refused.error.code]).toEqual([400, code]);
    expect(await adda.lines(ann)).toEqual([]);
    // The buyer retries with another payment method at the same checkout.
    const paymentId = await paidFor(adda.client, orderId);
    expect((await adda.verify(ann, orderId, paymentId)).data.balance).toBe(100);
  },
);

it('RC-10, SV-79, X-12, AU-33: refuses an unknown package, an unknown gateway and a guest', async () => {
  const adda = await startRecharge();
  const ann = await adda.buyer();
  for (const amount of [0, -100, 1, 99, 99.99, 100.5, 101, 300, 10_001, 1_000_000, 1e300]) {
    const refused = await adda.order(ann, amount);
    expect([refused.status, refused.error]).toEqual([
      400,
      { detail: 'Please select a package', code: 'unknown_package' },
    ]);
  }
  const body = { amount: 100, payment_gateway: 'stripe' };
  const gateway = await adda.client('POST /recharge/order', { body }, ann);
  expect([gateway.status, gateway.error]).toEqual([
    400,
    { detail: 'Unsupported payment gateway', code: 'unsupported_gateway' },
  ]);
  const { data: visitor } = await adda.client('POST /auth/guest', { body: guest });
  const asGuest = await adda.client('POST /recharge/order', { body }, { token: visitor.access_token });
  expect([asGuest.status, asGuest.error.detail]).toEqual([403, 'Upgrade from Guest to permanent user.']);
});

it('RC-11, RC-12: another user’s order and an unknown order are refused', async () => {
  const adda = await startRecharge();
  const [ann, ben] = [await adda.buyer(), await adda.buyer()];
  const { order_id: orderId } = (await adda.order(ann)).data;
  const paymentId = await paidFor(adda.client, orderId);
  for (const refused of [await adda.verify(ben, orderId, paymentId), await adda.status(ben, orderId)])
    expect([refused.status, refused.error]).toEqual([
      403,
      { detail: 'This payment belongs to another account', code: 'payment_of_somebody_else' },
    ]);
  for (const refused of [
    await adda.verify(ann, 'order_none', paymentId),
    await adda.status(ann, 'order_none'),
  ])
    expect([refused.status, refused.error]).toEqual([
      404,
      { detail: 'Payment order not found', code: 'payment_order_not_found' },
    ]);
});
