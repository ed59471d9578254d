import { expect, it } from 'vitest';
import type { Poster } from '../feed/posts/posts.fixture.ts';
import { startSales } from './sales/sales.fixture.ts';

async function startOffer() {
  const fixture = await startSales();
  const [ann, ben] = [await fixture.poster(), await fixture.poster()];
  return { ...fixture, ann, ben, planId: await fixture.sell(ann) };
}

const refusalOf = ({ status, error }: { status: number; error: { code: string; detail: unknown } }) => [
  status,
  error.code,
  error.detail,
];

const UNKNOWN = [422, 'unknown_plan', 'Invalid plan ID. Please select a valid plan.'];
const NOT_ALLOWED = [403, 'subscribe_not_allowed', 'Not authorized to subscribe'];

it('SU-03, SU-09, SU-14 to SU-16, X-09, X-10: an order states the exact charge in minor units', async () => {
  const { ben, planId, order, client } = await startOffer();
  const usual = await order(ben, planId);
  expect([usual.status, usual.data]).toEqual([
    200,
    {
      subscription_id: expect.stringMatching(/^sub_[0-9a-f]{24}$/),
      order_id: expect.any(String),
      amount: 42_415,
      currency: 'INR',
      payment_gateway: 'razorpay',
    },
  ]);
  const other = await order(ben, planId, ' PayPal ');
  expect(other.data).toMatchObject({ amount: 499, currency: 'USD', payment_gateway: 'paypal' });
  const params = { plan_id: planId };
  const { charges } = (await client('GET /subscriptions/plan/:plan_id', { params }, ben)).data;
  expect(charges).toEqual(
    [usual.data, other.data].map(({ payment_gateway: gateway, amount, currency }) => ({
      gateway,
      amount,
      currency,
    })),
  );
});

it('SU-20, SV-71: requires an existing plan that is still sold', async () => {
  const { ann, ben, poster, planId, sell, order, suspend, client } = await startOffer();
  const [archivedPlan, eve] = [await sell(ann), await poster()];
  const ofEve = await sell(eve);
  expect(
    (await client('DELETE /subscriptions/plan/:plan_id', { params: { plan_id: archivedPlan } }, ann)).status,
  ).toBe(200);
  await suspend(eve);
  for (const id of [`plan_${'0'.repeat(24)}`, 'plan_x', 'gold', '', archivedPlan, ofEve])
    expect(refusalOf(await order(ben, id))).toEqual(UNKNOWN);
  expect((await order(ben, planId)).status).toBe(200);
  // A missing `plan_id` has no specified error text.
  const none = client('POST /subscriptions/subscribe', { query: {} as { plan_id: string } }, ben);
  expect((await none).status).toBe(422);
});

it('SU-17, SU-18, SU-21, SU-22, SV-71, R-14: refuses users who may not subscribe', async () => {
  const { ann, ben, poster, guest, planId, order, subscribe, block, check } = await startOffer();
  expect(refusalOf(await order(ann, planId))).toEqual([
    400,
    'cannot_subscribe_to_self',
    'You cannot subscribe to your own plan',
  ]);
  expect(refusalOf(await order(await guest(), planId))).toEqual([
    403,
    'guests_cannot_subscribe',
    'Guest users cannot subscribe',
  ]);
  await subscribe(ben, ann);
  expect(refusalOf(await order(ben, planId))).toEqual([
    400,
    'already_subscribed',
    'You are already subscribed to this creator',
  ]);
  const [eve, kim] = [await poster(), await poster()];
  await block(ann, eve);
  await block(kim, ann);
  for (const blocked of [eve, kim]) {
    expect(refusalOf(await order(blocked, planId))).toEqual(NOT_ALLOWED);
    expect((await check(blocked, ann)).is_subscribed).toBe(false);
  }
});

it('SU-28, SV-71: refuses a gateway that is not configured', async () => {
  const { ben, planId, order } = await startOffer();
  expect(refusalOf(await order(ben, planId, 'stripe'))).toEqual([
    400,
    'unsupported_gateway',
    'Unsupported payment gateway',
  ]);
});

it('SV-72, X-23: verifies only a paid subscription of the caller and of this gateway', async () => {
  const { ann, ben, poster, planId, order, pay, verify, check, earnedBy } = await startOffer();
  const { data: ordered } = await order(ben, planId);
  const refusals = async (by: Poster, of: Parameters<typeof verify>[1], paymentId: string) =>
    refusalOf(await verify(by, of, paymentId));
  const nothing = { subscription_id: `sub_${'0'.repeat(24)}`, payment_gateway: 'razorpay' } as const;
  expect(await refusals(ben, nothing, 'pay_x')).toEqual([
    404,
    'subscription_not_found',
    'Subscription not found',
  ]);
  expect(await refusals(await poster(), ordered, 'pay_x')).toEqual([
    403,
    'payment_of_somebody_else',
    'This payment belongs to another account',
  ]);
  expect(await refusals(ben, { ...ordered, payment_gateway: 'paypal' }, ordered.order_id)).toEqual([
    409,
    'wrong_gateway',
    'This order is paid through another payment gateway',
  ]);
  expect((await verify(ben, { ...ordered, subscription_id: 'sub_x' }, 'pay_x')).status).toBe(422);
  expect((await verify(ben, ordered, ' ')).status).toBe(422);
  const failed = await pay(ordered.order_id, 'failure');
  expect((await refusals(ben, ordered, failed || 'pay_x'))[0]).toBe(400);
  const { data: open } = await order(ben, planId, 'paypal');
  expect(await refusals(ben, open, open.order_id)).toEqual([
    400,
    'payment_not_completed',
    'Payment is not completed yet',
  ]);
  expect((await check(ben, ann)).is_subscribed).toBe(false);
  expect(await earnedBy(ann)).toBe(0);
});
