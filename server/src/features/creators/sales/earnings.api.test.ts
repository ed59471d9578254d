import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Person } from '../../rooms/rooms.fixture.ts';
import { dayAfter, dayOf, startOf } from './sales.policy.ts';
import { startSales } from './sales.fixture.ts';

type Span = { from?: string; to?: string };

async function startShop() {
  const fixture = await startSales();
  const { client, database } = fixture;
  return {
    ...fixture,
    ann: await fixture.poster(),
    read: (by: Person, query: Span = {}) => client('GET /subscriptions/earnings', { query }, by),
    /** Moves a sale to another time. */
    move: (orderId: string, moment: Date) =>
      sql`UPDATE sales SET sold_at = ${moment} WHERE order_id = ${orderId}`.execute(database.db),
  };
}

const NOTHING = { gross: 0, fee: 0, net: 0, coins: 0, count: 0 };
const ONE = { gross: 4.99, fee: 0.5, net: 4.49, coins: 449, count: 1 };

it('SV-78: a user without sales gets thirty empty days, the last of which is today', async () => {
  const { ann, read } = await startShop();
  const before = dayOf(new Date());
  const { status, data } = await read(ann);
  const today = data.to;
  expect([before, dayOf(new Date())]).toContain(today);
  expect([status, data]).toEqual([
    200,
    { ...NOTHING, from: dayAfter(today, -29), to: today, by_day: expect.any(Array), by_plan: [] },
  ]);
  expect(data.by_day).toHaveLength(30);
  expect([data.by_day[0], data.by_day.at(-1)]).toEqual([
    { day: dayAfter(today, -29), ...NOTHING },
    { day: today, ...NOTHING },
  ]);
});

it('SV-78, SH-60: days in India, both included, and plans by earnings', async () => {
  const { ann, poster, sell, buy, read, move } = await startShop();
  const [silver, gold] = [await sell(ann, { cents: 100, name: 'Silver' }), await sell(ann, { name: 'Gold' })];
  const day = '2026-03-01';
  const orders = [];
  for (const planId of [silver, gold, gold, gold]) orders.push((await buy(await poster(), planId)).order_id);
  const [first = '', second = '', before = '', after = ''] = orders;
  await move(first, startOf(day));
  await move(second, new Date(startOf(dayAfter(day, 2)).getTime() - 1));
  await move(before, new Date(startOf(day).getTime() - 1));
  await move(after, startOf(dayAfter(day, 2)));
  const { data } = await read(ann, { from: day, to: dayAfter(day, 1) });
  const small = { gross: 1, fee: 0.1, net: 0.9, coins: 90, count: 1 };
  expect(data).toEqual({
    gross: 5.99,
    fee: 0.6,
    net: 5.39,
    coins: 539,
    count: 2,
    from: day,
    to: '2026-03-02',
    by_day: [
      { day, ...small },
      { day: '2026-03-02', ...ONE },
    ],
    by_plan: [
      { plan_id: gold, name: 'Gold', ...ONE },
      { plan_id: silver, name: 'Silver', ...small },
    ],
  });
  expect((await read(ann, { from: '2026-02-28', to: '2026-02-28' })).data).toMatchObject(ONE);
  expect((await read(ann, { to: dayAfter(day, 2) })).data).toMatchObject({ from: '2026-02-02', count: 4 });
});

it('SV-78: refunds are deducted on the day of the sale, and earnings are returned to the caller only', async () => {
  const { ann, poster, sell, buy, refund, read, move } = await startShop();
  const planId = await sell(ann);
  const [whole, part] = [await buy(await poster(), planId), await buy(await poster(), planId, 'paypal')];
  await buy(await poster(), await sell(await poster()));
  const day = '2026-03-01';
  for (const { order_id: orderId } of [whole, part]) await move(orderId, startOf(day));
  await refund(whole.order_id);
  await refund(part.order_id, 100);
  const { data } = await read(ann, { from: day, to: day });
  const rest = { gross: 3.99, fee: 0.39, net: 3.6, coins: 360, count: 1 };
  expect(data).toMatchObject(rest);
  expect(data.by_day).toEqual([{ day, ...rest }]);
  expect(data.by_plan).toEqual([{ plan_id: planId, name: 'Everything', ...rest }]);
});

it.each<[string, Span]>([
  ['days in the wrong order', { from: '2026-03-02', to: '2026-03-01' }],
  ['more than four hundred days', { from: '2025-01-01', to: '2026-02-05' }],
  ['an endless span', { from: '0000-01-01', to: '9999-12-31' }],
  ['an invalid day', { from: 'yesterday' }],
  ['a nonexistent day', { from: '2026-02-30', to: '2026-03-01' }],
])('SV-78: %s is refused', async (_what, span) => {
  const { ann, read } = await startShop();
  const answer = await read(ann, span);
  expect([answer.status, answer.error]).toEqual([
    400,
    { code: 'invalid_parameters', detail: 'Invalid request parameters' },
  ]);
});

it('SV-78: accepts four hundred days, the last representable day and a single day; refuses guests', async () => {
  const { ann, guest, read } = await startShop();
  const long = { from: '2025-01-01', to: '2026-02-04' };
  expect((await read(ann, long)).data.by_day).toHaveLength(400);
  expect((await read(ann, { from: '9999-12-31', to: '9999-12-31' })).data.by_day).toHaveLength(1);
  expect((await read(ann, { from: '0000-01-01', to: '0000-01-02' })).data.by_day).toHaveLength(2);
  expect((await read(ann, { to: '0000-01-05' })).data.by_day[0]?.day).toBe('0000-01-01');
  expect((await read(await guest())).error.code).toBe('registered_only');
});
