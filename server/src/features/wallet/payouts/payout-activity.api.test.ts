import { expect, it } from 'vitest';
import { createToldItems } from '../../activity/told-items.fixture.ts';
import { startCoins } from '../coins-app.fixture.ts';

it('NT-01: a decided payout is an item with its coins; when it is paid, the item is new and the only one', async () => {
  const fixture = await startCoins();
  const { person, admin, waiting, decide } = fixture;
  const { items, unread, readAll } = createToldItems(fixture);
  const [ann, boss] = [await person({ earned: 700 }), await admin()];
  const id = await waiting(ann, 600.5);
  expect(await items(ann)).toEqual([]);
  await decide(boss, id, { status: 'approved' });
  const [approved, ...others] = await items(ann);
  expect(others).toEqual([]);
  expect(approved).toMatchObject({
    kind: 'payout',
    actors: [],
    actor_count: 0,
    subject: { type: 'order', id },
    excerpt: '600.5 coins',
  });
  expect(await readAll(ann)).toBe(0);
  await decide(boss, id, { status: 'paid' });
  const told = await items(ann);
  expect(told.map(({ is_read: isRead, excerpt }) => [isRead, excerpt])).toEqual([[false, '600.5 coins']]);
  expect(told[0]?.activity_id).not.toBe(approved?.activity_id);
  expect(await unread(ann)).toBe(1);
  expect(await items(boss), 'nothing for the administrator').toEqual([]);
});

it('NT-01: a rejected payout is told; the first of two approvals and a refused step are not', async () => {
  const fixture = await startCoins();
  const { person, admin, waiting, decide } = fixture;
  const { items, rows } = createToldItems(fixture);
  const [ann, boss] = [await person({ earned: 9000 }), await admin()];
  const large = await waiting(ann, 6000);
  expect((await decide(boss, large, { status: 'approved' })).data.status).toBe('pending');
  expect((await decide(boss, large, { status: 'paid' })).status).toBe(409);
  expect(await rows(ann)).toBe(0);
  await decide(boss, large, { status: 'rejected' });
  expect((await items(ann)).map(({ subject }) => subject.id)).toEqual([large]);
});
