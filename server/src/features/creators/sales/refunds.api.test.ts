import { PAYMENT_GATEWAYS } from '@adda/contract/payments';
import { expect, it } from 'vitest';
import { eventually } from '../../rooms/rooms.fixture.ts';
import { daysUntil, startSales } from './sales.fixture.ts';

async function startTwo() {
  const fixture = await startSales();
  const [ann, ben] = [await fixture.poster(), await fixture.poster()];
  return { ...fixture, ann, ben };
}

it.each(PAYMENT_GATEWAYS)(
  'SV-78, R-10: a refund through %s ends access and debits the creator’s share',
  async (gateway) => {
    const { ann, ben, sell, buy, refund, ...more } = await startTwo();
    const received = await more.connectShells([ann, ben]);
    const mediaId = await more.postBy(ann, { isLocked: true });
    const { order_id: orderId } = await buy(ben, await sell(ann, { name: 'Gold' }), gateway);
    await refund(orderId);
    expect(await more.check(ben, ann)).toEqual({ is_subscribed: false, plan_id: null, expires_at: null });
    expect((await more.comments(ben, mediaId)).error.code).toBe('media_locked');
    expect([await more.earnedBy(ann), await more.subscribersOf(ann)]).toEqual([0, 0]);
    expect(await more.linesOf(ann)).toEqual([
      ['debit', 'Refund of a subscription to Gold', 449],
      ['credit', `Subscription to Gold by ${ben.username}`, 449],
    ]);
    const payload = { creator: ann.username, subscriber: ben.username };
    await eventually(() => expect(received('subscriber_removed')).toEqual([[payload], [payload]]));
    await more.checkLedger();
  },
);

it('SV-72: a refunded payment can’t be verified again', async () => {
  const { ann, ben, sell, buy, refund, verify } = await startTwo();
  const bought = await buy(ben, await sell(ann));
  await refund(bought.order_id);
  const answer = await verify(ben, bought, bought.paymentId);
  expect([answer.status, answer.error.code]).toEqual([400, 'payment_not_completed']);
});

it('SV-78, R-10: partial refunds debit parts that add up to the whole, and access ends with the last', async () => {
  const { ann, ben, sell, buy, refund, check, earnedBy, checkLedger } = await startTwo();
  const { order_id: orderId } = await buy(ben, await sell(ann, { cents: 100 }), 'paypal');
  await refund(orderId, 33);
  expect([await earnedBy(ann), (await check(ben, ann)).is_subscribed]).toEqual([61, true]);
  await refund(orderId, 33);
  expect([await earnedBy(ann), (await check(ben, ann)).is_subscribed]).toEqual([31, true]);
  await checkLedger();
  await refund(orderId);
  expect([await earnedBy(ann), (await check(ben, ann)).is_subscribed]).toEqual([0, false]);
  await checkLedger();
});

it('SV-78: of two paid subscriptions the other one continues and starts earlier by the refunded time', async () => {
  const { ann, ben, sell, order, pay, verify, refund, check, connectShells, subscribersOf } =
    await startTwo();
  const [month, week] = [await sell(ann, { days: 30 }), await sell(ann, { days: 7 })];
  const orders = [(await order(ben, month)).data, (await order(ben, week)).data];
  const received = await connectShells([ben]);
  for (const ordered of orders) await verify(ben, ordered, await pay(ordered.order_id));
  expect(daysUntil((await check(ben, ann)).expires_at ?? '')).toBe(37);
  await refund(orders[0]?.order_id ?? '');
  const left = await check(ben, ann);
  expect([left.plan_id, daysUntil(left.expires_at ?? '')]).toEqual([week, 7]);
  expect([await subscribersOf(ann), received('subscriber_removed')]).toEqual([1, [[]]]);
  await refund(orders[1]?.order_id ?? '');
  await eventually(() => expect(received('subscriber_removed')).toMatchObject([[{ creator: ann.username }]]));
  expect(await subscribersOf(ann)).toBe(0);
});

it('SV-75, SV-78: a refund after the subscription was ended is not counted twice', async () => {
  const { ann, ben, poster, sell, buy, refund, client, subscribersOf, earnedBy } = await startTwo();
  const planId = await sell(ann);
  await buy(await poster(), planId);
  const { order_id: orderId } = await buy(ben, planId);
  await client('POST /subscriptions/unsubscribe', { query: { plan_id: planId } }, ben);
  await refund(orderId);
  expect([await subscribersOf(ann), await earnedBy(ann)]).toEqual([1, 449]);
});
