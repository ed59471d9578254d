import { expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { actorsOf, createToldItems } from '../activity/told-items.fixture.ts';
import { connectShellTo } from '../direct/direct.fixture.ts';
import { eventually } from '../rooms/rooms.fixture.ts';
import { startFollows } from './follows.fixture.ts';

async function startOne() {
  const fixture = await startFollows();
  const [ann, ben, cleo, dev] = await Promise.all([0, 1, 2, 3].map(() => fixture.person()));
  if (!ann || !ben || !cleo || !dev) throw new Error('nobody');
  return { ...fixture, ...createToldItems(fixture), ann, ben, cleo, dev };
}

it('NT-01: followers within 24 hours are one item about oneself, later ones another', async () => {
  const { ann, ben, cleo, dev, follow, items, age, unread } = await startOne();
  await follow(ben, ann);
  await age(ann, 23);
  await follow(cleo, ann);
  const [item] = await items(ann);
  expect(item).toMatchObject({ kind: 'follow', subject: { type: 'user', id: ann.username }, excerpt: '' });
  expect(actorsOf(item)).toEqual([[cleo.username, ben.username], 2]);
  await age(ann, 2);
  await follow(dev, ann);
  expect((await items(ann)).map(actorsOf)).toEqual([
    [[dev.username], 1],
    [[cleo.username, ben.username], 2],
  ]);
  expect(await unread(ann)).toBe(2);
  expect(await items(ben), 'nothing about whom one follows').toEqual([]);
});

it('NT-01, NT-02: who unfollows goes, at last with the item; a new follower makes it unread under the same id', async () => {
  const { ann, ben, cleo, follow, unfollow, items, readAll, unread, url } = await startOne();
  const shell = await connectShellTo(url, ann);
  await follow(ben, ann);
  const [before] = await items(ann);
  expect(await readAll(ann)).toBe(0);
  await follow(cleo, ann);
  const [after] = await items(ann);
  expect([after?.activity_id, after?.is_read]).toEqual([before?.activity_id, false]);
  await unfollow(ben, ann);
  expect((await items(ann)).map(actorsOf)).toEqual([[[cleo.username], 1]]);
  await unfollow(cleo, ann);
  expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
  await eventually(() =>
    expect(shell.all('activity').at(-1)).toEqual({ removed: [before?.activity_id], unread_count: 0 }),
  );
});

it('NT-01: followers who are blocked, suspended or gone are neither named nor counted', async () => {
  const { ann, ben, cleo, dev, follow, block, suspend, client, items, unread } = await startOne();
  const shown = await startFollows().then(({ person }) => person());
  for (const by of [ben, cleo, dev, shown]) await follow(by, ann);
  await block(ben, ann);
  await suspend(cleo);
  await client('DELETE /users/me', { body: { password: PASSWORD, remove_content: false } }, dev);
  expect((await items(ann)).map(actorsOf)).toEqual([[[shown.username], 1]]);
  await block(ann, shown);
  expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
});

it('NT-04: fifty followers at once are one row with the right number', async () => {
  const { ann, guest, follow, items, rows } = await startOne();
  const fans = await Promise.all(Array.from({ length: 50 }, () => guest()));
  const answers = await Promise.all(fans.map((fan) => follow(fan, ann)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await items(ann)).map(({ actor_count: count }) => count)).toEqual([50]);
  expect(await rows(ann)).toBe(1);
});
