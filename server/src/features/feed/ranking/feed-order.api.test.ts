import { FOLLOWED_BOOST_SECONDS } from '@adda/contract/feed';
import { expect, it } from 'vitest';
import { idsOf, startFeed } from './ranking.fixture.ts';

const HOUR = 3600;

async function startTwo() {
  const fixture = await startFeed();
  const [viewer, followed, other] = [await fixture.poster(), await fixture.poster(), await fixture.poster()];
  return { ...fixture, viewer, followed, other };
}

it('SV-55, Q-28: newest first; posts of a followed sender rank as if they were half a day younger', async () => {
  const { viewer, followed, other, follow, insert, feed } = await startTwo();
  const [old] = await insert(followed, { secondsAgo: FOLLOWED_BOOST_SECONDS - HOUR });
  const [older] = await insert(followed, { secondsAgo: FOLLOWED_BOOST_SECONDS + 3 * HOUR });
  const [fresh] = await insert(other, { secondsAgo: 60 });
  const [stale] = await insert(other, { secondsAgo: 2 * HOUR });
  const expected = [fresh, stale, old, older].map((post) => post?.mediaId);
  expect(idsOf((await feed(viewer)).data)).toEqual(expected);
  await follow(viewer, followed);
  expect(idsOf((await feed(viewer)).data)).toEqual([old, fresh, stale, older].map((post) => post?.mediaId));
});

it('SV-55: a subscription boosts like a follow, both together boost once; an expired subscription does not boost', async () => {
  const { viewer, followed, other, follow, subscribe, insert, feed } = await startTwo();
  const [first] = await insert(followed, { secondsAgo: FOLLOWED_BOOST_SECONDS - 1 * HOUR });
  const [second] = await insert(other, { secondsAgo: 2 * HOUR });
  const ids = (posts: (typeof first)[]) => posts.map((post) => post?.mediaId);
  await subscribe(viewer, followed, { days: -1 });
  await subscribe(viewer, followed, { ended: true });
  expect(idsOf((await feed(viewer)).data)).toEqual(ids([second, first]));
  await subscribe(viewer, followed);
  expect(idsOf((await feed(viewer)).data)).toEqual(ids([first, second]));
  await follow(viewer, followed);
  expect(idsOf((await feed(viewer)).data)).toEqual(ids([first, second]));
});

it('SV-55: posts of the same moment are sorted by media_id, highest first, across pages', async () => {
  const { viewer, other, followed, follow, insert, readAll } = await startTwo();
  await follow(viewer, followed);
  const posts = [
    ...(await insert(other, { count: 40, secondsAgo: 100, stepSeconds: 0 })),
    ...(await insert(followed, { count: 40, secondsAgo: 100, stepSeconds: 0 })),
  ];
  const [others, boosted] = [posts.slice(0, 40), posts.slice(40)].map((some) =>
    some.map((post) => post.mediaId).toSorted((a, b) => (a < b ? 1 : -1)),
  );
  expect(idsOf(await readAll(viewer, { by: 'after', limit: 7 }))).toEqual([
    ...(boosted ?? []),
    ...(others ?? []),
  ]);
});

it('SV-55, RP-19: leaves out users who are blocked in either direction, suspended or deleted, and posts of other users that are not listed', async () => {
  const { viewer, followed, other, insert, feed, blockPerson, database, poster } = await startTwo();
  const [suspended, deletedUser, blocker] = [await poster(), await poster(), await poster()];
  const [own] = await insert(viewer, { visibility: 'private', secondsAgo: 1 });
  const [locked] = await insert(other, { isLocked: true, secondsAgo: 2 });
  const [shown] = await insert(other, { secondsAgo: 3 });
  await insert(other, { visibility: 'private', secondsAgo: 4 });
  for (const sender of [followed, suspended, deletedUser, blocker]) await insert(sender, { secondsAgo: 5 });
  await blockPerson(viewer, followed);
  await blockPerson(blocker, viewer);
  await database.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', suspended.userId)
    .execute();
  await database.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', deletedUser.userId)
    .execute();
  const { data } = await feed(viewer);
  expect(idsOf(data)).toEqual([own, locked, shown].map((post) => post?.mediaId));
  expect(data.map((post) => [post.is_own, post.can_view])).toEqual([
    [true, true],
    [false, false],
    [false, true],
  ]);
  expect(data[1]?.media_url).toBeNull();
});

it('Q-34: a list as of a moment has no newer posts, and ranks senders as they were followed then', async () => {
  const { viewer, followed, other, follow, unfollow, insert, feed } = await startTwo();
  const [old] = await insert(followed, { secondsAgo: 10 * HOUR });
  const [mid] = await insert(other, { secondsAgo: 5 * HOUR });
  const [fresh] = await insert(other, { secondsAgo: 60 });
  const ids = (posts: (typeof old)[]) => posts.map((post) => post?.mediaId);
  const anHourAgo = new Date(Date.now() - HOUR * 1000).toISOString();
  await follow(viewer, followed, 60);
  expect(idsOf((await feed(viewer, { as_of: anHourAgo })).data)).toEqual(ids([mid, old]));
  expect(idsOf((await feed(viewer)).data)).toEqual(ids([old, fresh, mid]));
  const now = new Date().toISOString();
  await unfollow(viewer, followed);
  expect(idsOf((await feed(viewer, { as_of: now })).data)).toEqual(ids([old, fresh, mid]));
});

it('Q-34: a future moment counts as now, so that the list stays stable', async () => {
  const { viewer, other, insert, feed } = await startTwo();
  await insert(other, { count: 10, secondsAgo: 10 });
  const inAnHour = new Date(Date.now() + HOUR * 1000).toISOString();
  const { data } = await feed(viewer, { as_of: inAnHour, limit: 5 });
  await insert(other, { secondsAgo: -1 });
  const next = await feed(viewer, { as_of: inAnHour, limit: 5, after: data.at(-1)?.position ?? '' });
  expect(new Set(idsOf([...data, ...next.data])).size).toBe(10);
});
