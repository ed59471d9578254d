import { PAYMENT_GATEWAYS } from '@adda/contract/payments';
import { expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { eventually } from '../../rooms/rooms.fixture.ts';
import { daysUntil, startSales } from './sales.fixture.ts';

async function startTwo(settings?: Record<string, string>) {
  const fixture = await startSales(settings);
  const [ann, ben] = [await fixture.poster(), await fixture.poster()];
  return { ...fixture, ann, ben };
}

it.each(PAYMENT_GATEWAYS)(
  'SU-04, SU-10, SU-11, SV-72, SV-78: a payment through %s opens locked posts and credits the creator',
  async (gateway) => {
    const { ann, ben, sell, order, pay, verify, ...more } = await startTwo();
    const mediaId = await more.postBy(ann, { isLocked: true });
    const planId = await sell(ann, { name: 'Gold', days: 7 });
    const { data: ordered } = await order(ben, planId, gateway);
    expect((await more.comments(ben, mediaId)).error.code).toBe('media_locked');
    const paymentId = await pay(ordered.order_id);
    const verified = await verify(ben, ordered, paymentId);
    expect([verified.status, verified.data]).toEqual([
      200,
      { message: 'Subscribed successfully', is_subscribed: true, expires_at: expect.any(String) },
    ]);
    expect(daysUntil(verified.data.expires_at)).toBe(7);
    expect((await verify(ben, ordered, paymentId)).data).toEqual(verified.data);
    expect((await more.comments(ben, mediaId)).status).toBe(200);
    expect(await more.check(ben, ann)).toEqual({
      is_subscribed: true,
      plan_id: planId,
      expires_at: verified.data.expires_at,
    });
    expect(await more.subscribersOf(ann)).toBe(1);
    expect(await more.linesOf(ann)).toEqual([['credit', `Subscription to Gold by ${ben.username}`, 449]]);
    expect([await more.earnedBy(ann), await more.earnedBy(ben)]).toEqual([449, 0]);
    await more.checkLedger();
  },
);

it('R-09, R-12: of fifty concurrent verifications with the webhook and the job, one credits', async () => {
  const { ann, ben, sell, order, pay, verify, earnedBy, linesOf, subscribersOf, checkLedger } =
    await startTwo();
  const { data: ordered } = await order(ben, await sell(ann));
  const paymentId = await pay(ordered.order_id);
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(ben, ordered, paymentId)));
  expect(new Set(answers.map(({ status, data }) => `${status} ${data.expires_at}`)).size).toBe(1);
  expect([await earnedBy(ann), (await linesOf(ann)).length, await subscribersOf(ann)]).toEqual([449, 1, 1]);
  await checkLedger();
});

it('SV-73, R-12: a buyer who closes the page after paying is subscribed all the same', async () => {
  const { ann, ben, sell, order, pay, check, earnedBy } = await startTwo();
  const { data: ordered } = await order(ben, await sell(ann));
  await pay(ordered.order_id);
  await eventually(async () => expect((await check(ben, ann)).is_subscribed).toBe(true));
  expect(await earnedBy(ann)).toBe(449);
});

it('X-44: only the two users are notified of a new subscriber, once', async () => {
  const { ann, ben, poster, sell, order, pay, verify, connectShells, listen, like, postBy } =
    await startTwo();
  const [mediaId, eve] = [await postBy(ann), await poster()];
  const [received, room] = [await connectShells([ann, ben]), await listen(eve, ann)];
  const { data: ordered } = await order(ben, await sell(ann));
  const paymentId = await pay(ordered.order_id);
  await Promise.all(Array.from({ length: 5 }, () => verify(ben, ordered, paymentId)));
  const payload = { creator: ann.username, subscriber: ben.username };
  await eventually(() => expect(received('new_subscriber')).toEqual([[payload], [payload]]));
  await like(eve, mediaId);
  await eventually(() => expect(room.countsOf(mediaId)).not.toEqual([]));
  expect(room.all('new_subscriber')).toEqual([]);
  expect(received('new_subscriber')).toEqual([[payload], [payload]]);
});

it('SV-71, SV-72: two paid orders make one longer subscription, and two sales', async () => {
  const { ann, ben, sell, order, pay, verify, ...more } = await startTwo();
  const [month, week] = [await sell(ann, { days: 30 }), await sell(ann, { days: 7, cents: 200 })];
  const orders = [(await order(ben, month)).data, (await order(ben, week, 'paypal')).data];
  const received = await more.connectShells([ben]);
  const payments = await Promise.all(orders.map(({ order_id: id }) => pay(id)));
  const answers = await Promise.all(
    orders.map((ordered, index) => verify(ben, ordered, payments[index] ?? '')),
  );
  for (const { status } of answers) expect(status).toBe(200);
  expect(daysUntil((await more.check(ben, ann)).expires_at ?? '')).toBe(37);
  expect([await more.earnedBy(ann), await more.subscribersOf(ann)]).toEqual([629, 1]);
  await eventually(() => expect(received('new_subscriber')).toMatchObject([[{ subscriber: ben.username }]]));
  await more.checkLedger();
});

it('R-14: a block, or archiving the plan, between order and payment changes nothing', async () => {
  const { ann, ben, sell, order, pay, verify, block, client, check, earnedBy } = await startTwo();
  const planId = await sell(ann);
  const { data: ordered } = await order(ben, planId);
  await block(ann, ben);
  await client('DELETE /subscriptions/plan/:plan_id', { params: { plan_id: planId } }, ann);
  expect((await verify(ben, ordered, await pay(ordered.order_id))).status).toBe(200);
  expect(await check(ben, ann)).toMatchObject({ is_subscribed: true, plan_id: planId });
  expect(await earnedBy(ann)).toBe(449);
});

it('SV-13: a creator deleted in the meantime is not credited, and the order is settled', async () => {
  const { ann, ben, sell, order, pay, verify, orderRow, client, earnedBy, checkLedger } = await startTwo();
  const { data: ordered } = await order(ben, await sell(ann));
  expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, ann)).status).toBe(200);
  const answer = await verify(ben, ordered, await pay(ordered.order_id));
  expect([answer.status, answer.error.code]).toEqual([404, 'no_active_subscription']);
  expect((await orderRow(ordered.order_id)).status).toBe('paid');
  expect(await earnedBy(ann)).toBe(0);
  await checkLedger();
});

it('SV-13: a buyer deleted in the meantime is not counted, and the creator is credited', async () => {
  const { ann, ben, sell, order, pay, client, orderRow, earnedBy, subscribersOf, linesOf } = await startTwo();
  const { data: ordered } = await order(ben, await sell(ann, { name: 'Gold' }));
  expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, ben)).status).toBe(200);
  await pay(ordered.order_id);
  await eventually(async () => expect((await orderRow(ordered.order_id)).status).toBe('paid'));
  expect([await earnedBy(ann), await subscribersOf(ann)]).toEqual([449, 0]);
  expect(await linesOf(ann)).toEqual([['credit', 'Subscription to Gold', 449]]);
});

it('SV-78: with a platform share of 100 percent nothing is credited', async () => {
  const { ann, ben, sell, buy, check, earnedBy, linesOf, checkLedger } = await startTwo({
    PLATFORM_FEE_PERCENT: '100',
  });
  await buy(ben, await sell(ann));
  expect((await check(ben, ann)).is_subscribed).toBe(true);
  expect([await earnedBy(ann), await linesOf(ann)]).toEqual([0, []]);
  await checkLedger();
});

it('SU-15, X-09, SV-78: rates and shares with decimals are exact', async () => {
  const settings = { PLATFORM_FEE_PERCENT: '12.5', INR_PER_USD: '85.37' };
  const { ann, ben, sell, buy, earnedBy } = await startTwo(settings);
  const bought = await buy(ben, await sell(ann, { cents: 333 }));
  expect([bought.amount, bought.currency]).toEqual([28_429, 'INR']);
  expect(await earnedBy(ann)).toBe(291);
});
