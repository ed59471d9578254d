import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../test/database.fixture.ts';
import './payments.tables.ts';
import type { Inspection, LostDispute, PurposeHooks } from './payments.types.ts';
import { insertOrder } from './payments.repository.ts';
import { settleOrder } from './orders.service.ts';

let test: TestDatabase;
let next = 0;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.cleanup());

/** Creates an order of 1000 for a new user, and records the calls to its purpose's handlers. */
async function ordered() {
  next += 1;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state, last_active_at, created_at)
    VALUES (${`_payer${next}.${process.pid}`}, 'P', true, '2000-01-01', 'female', 'India', 'Goa', now(), now())
    RETURNING id`.execute(test.database.db);
  const wanted = { purpose: 'recharge', reference: `r${next}`, amount: 1000, currency: 'USD' } as const;
  const userId = rows[0]?.id ?? 0;
  const order = await test.database.transaction((tx) =>
    insertOrder(
      tx,
      { ...wanted, userId, gateway: 'razorpay', description: '' },
      {
        gateway: 'razorpay',
        orderId: `order_${next}`,
      },
    ),
  );
  if (!order) throw new Error('the order was not kept');
  const heard: string[] = [];
  const does: PurposeHooks = {
    paid: async (_tx, { status }) => void heard.push(`paid: ${status}`),
    refunded: async (_tx, { amount, isWhole, key }) =>
      void heard.push(`refunded: ${amount}${isWhole ? ', all of it' : ''}, ${key}`),
  };
  const settle = (said: Inspection, lost?: LostDispute, hooks = new Map([['recharge' as const, does]])) =>
    test.database.transaction((tx) => settleOrder(tx, hooks, { id: order.id, said, lost }));
  return { order, heard, settle, paymentId: `pay_${next}` };
}

it('R-09, R-12: twenty concurrent checks record a payment once', async () => {
  const { heard, settle, paymentId } = await ordered();
  const settled = await Promise.all(
    Array.from({ length: 20 }, () => settle({ is: 'paid', paymentId, refunded: 0 })),
  );
  expect(settled.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'paid'));
  expect(heard).toEqual(['paid: paid']);
});

it('R-10, R-12: each increase of the refunded total is handled once, with its own key', async () => {
  const { heard, settle, paymentId } = await ordered();
  for (const refunded of [100, 100, 50, 350, 5000, 1000]) await settle({ is: 'paid', paymentId, refunded });
  expect(heard).toEqual([
    'paid: paid',
    `refunded: 100, razorpay:${paymentId}:100`,
    `refunded: 250, razorpay:${paymentId}:350`,
    `refunded: 650, all of it, razorpay:${paymentId}:1000`,
  ]);
});

it('R-12: only refunds of the same payment change a paid order', async () => {
  const { heard, settle, paymentId } = await ordered();
  await settle({ is: 'paid', paymentId, refunded: 0 });
  for (const said of [
    { is: 'open' },
    { is: 'failed' },
    { is: 'mismatch' },
    { is: 'paid', paymentId: 'pay_other', refunded: 1000 },
  ] as const)
    expect(await settle(said)).toMatchObject({ status: 'paid', paymentId, refunded: 0 });
  expect(await settle({ is: 'open' }, {})).toMatchObject({ status: 'refunded', refunded: 1000 });
  expect(await settle({ is: 'paid', paymentId, refunded: 0 })).toMatchObject({ status: 'refunded' });
  expect(heard).toHaveLength(2);
});

it('SV-78: a lost dispute takes back only its part, in addition to refunds, however often it is reported', async () => {
  const { heard, settle, paymentId } = await ordered();
  await settle({ is: 'paid', paymentId, refunded: 100 });
  const lost = { amount: 300, currency: 'USD' };
  for (const _ of [1, 2]) await settle({ is: 'paid', paymentId, refunded: 100 }, lost);
  expect(await settle({ is: 'paid', paymentId, refunded: 150 })).toMatchObject({
    status: 'paid',
    refunded: 450,
    disputed: 300,
  });
  expect(heard).toEqual([
    'paid: paid',
    `refunded: 100, razorpay:${paymentId}:100`,
    `refunded: 300, razorpay:${paymentId}:400`,
    `refunded: 50, razorpay:${paymentId}:450`,
  ]);
});

it.each([
  [{}],
  [{ amount: 300, currency: 'INR' }],
  [{ amount: 5000, currency: 'USD' }],
  [{ amount: -1, currency: 'USD' }],
])('SV-78: a lost dispute of %o takes back the whole payment, and no more', async (lost) => {
  const { settle, paymentId } = await ordered();
  await settle({ is: 'paid', paymentId, refunded: 0 });
  expect(await settle({ is: 'open' }, lost)).toMatchObject({ status: 'refunded', refunded: 1000 });
});

it('R-12: a payment fully refunded before it was recorded credits nothing', async () => {
  const { heard, settle, paymentId } = await ordered();
  const settled = await settle({ is: 'paid', paymentId, refunded: 1000 });
  expect(settled).toMatchObject({ status: 'refunded', paidAt: null });
  expect(heard).toEqual([]);
});

it('R-12: a lost dispute of an unpaid order changes nothing; a failed order may still be paid', async () => {
  const { heard, settle, paymentId } = await ordered();
  expect(await settle({ is: 'open' }, {})).toMatchObject({ status: 'created' });
  expect(await settle({ is: 'failed' })).toMatchObject({ status: 'failed' });
  expect(await settle({ is: 'open' })).toMatchObject({ status: 'failed' });
  expect(await settle({ is: 'paid', paymentId, refunded: 0 })).toMatchObject({ status: 'paid' });
  expect(heard).toEqual(['paid: paid']);
});

it('R-01: a payment whose handler fails is not recorded', async () => {
  const { settle, paymentId } = await ordered();
  await expect(settle({ is: 'paid', paymentId, refunded: 0 }, undefined, new Map())).rejects.toThrow(
    'Nobody acts on orders of the purpose recharge',
  );
  expect(await settle({ is: 'open' })).toMatchObject({ status: 'created', paymentId: null });
});

it('R-12: one payment pays one order', async () => {
  const [one, other] = [await ordered(), await ordered()];
  await one.settle({ is: 'paid', paymentId: one.paymentId, refunded: 0 });
  await expect(other.settle({ is: 'paid', paymentId: one.paymentId, refunded: 0 })).rejects.toThrow(
    'payment_orders_payment_key',
  );
});
