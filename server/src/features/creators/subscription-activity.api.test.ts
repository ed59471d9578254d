import { expect, it } from 'vitest';
import { actorsOf, createToldItems } from '../activity/told-items.fixture.ts';
import { startSales } from './sales/sales.fixture.ts';

async function startOne() {
  const fixture = await startSales();
  const [ann, ben] = [await fixture.poster(), await fixture.poster()];
  const planId = await fixture.sell(ann, { name: 'Behind the scenes' });
  return { ...fixture, ...createToldItems(fixture), ann, ben, planId };
}

it('NT-01: a creator is told who subscribed, and to which plan, once it is paid', async () => {
  const { ann, ben, planId, order, buy, items, unread } = await startOne();
  await order(ben, planId);
  expect(await items(ann)).toEqual([]);
  await buy(ben, planId);
  const [item, ...others] = await items(ann);
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    kind: 'subscription',
    subject: { type: 'user', id: ben.username },
    excerpt: 'Behind the scenes',
    is_read: false,
  });
  expect(actorsOf(item)).toEqual([[ben.username], 1]);
  expect(await unread(ann)).toBe(1);
  expect(await items(ben), 'nothing for the subscriber').toEqual([]);
});

it('NT-01: an extension is not told; a new subscription after the end of one is', async () => {
  const { ann, ben, planId, order, pay, verify, client, items } = await startOne();
  const orders = [(await order(ben, planId)).data, (await order(ben, planId)).data];
  for (const ordered of orders) await verify(ben, ordered, await pay(ordered.order_id));
  expect(await items(ann)).toHaveLength(1);
  await client('POST /subscriptions/unsubscribe', { query: { creator: ann.username } }, ben);
  const again = (await order(ben, planId)).data;
  await verify(ben, again, await pay(again.order_id));
  expect((await items(ann)).map(actorsOf)).toEqual([
    [[ben.username], 1],
    [[ben.username], 1],
  ]);
});

it('NT-01: a subscriber who is blocked or suspended is not shown', async () => {
  const { ann, ben, planId, buy, block, client, suspend, items, unread } = await startOne();
  await buy(ben, planId);
  await block(ann, ben);
  expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
  await client('POST /users/unblock', { body: { blocked_username: ben.username } }, ann);
  expect(await unread(ann)).toBe(1);
  await suspend(ben);
  expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
});
