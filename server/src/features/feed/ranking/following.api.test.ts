import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { userIdOf } from '../../creators/creators.fixture.ts';
import { idsOf, startFeed } from './ranking.fixture.ts';

const following = { tab: 'following' };

async function startTwo() {
  const fixture = await startFeed();
  const [viewer, friend, stranger] = [await fixture.poster(), await fixture.poster(), await fixture.poster()];
  await fixture.follow(viewer, friend);
  return { ...fixture, viewer, friend, stranger };
}

it('HM-14: `following` has the posts of followed users alone, newest first, without own posts and ads', async () => {
  const { viewer, friend, stranger, insert, feed, addAd, subscribe } = await startTwo();
  const old = await insert(friend, { count: 6, secondsAgo: 5000 });
  await insert(stranger, { count: 3, secondsAgo: 10 });
  await insert(viewer, { count: 3, secondsAgo: 10 });
  await subscribe(viewer, stranger);
  const fresh = await insert(friend, { secondsAgo: 20 });
  await addAd();
  const { data } = await feed(viewer, following);
  expect(idsOf(data)).toEqual([...fresh, ...old].map((post) => post.mediaId));
  expect(data.every((post) => post.is_following)).toBe(true);
  expect(idsOf((await feed(stranger, following)).data)).toEqual([]);
});

it('HM-14: another tab is refused, and an absent one is `for_you`', async () => {
  const { viewer, stranger, insert, feed } = await startTwo();
  const posts = await insert(stranger, { count: 2, secondsAgo: 10 });
  for (const tab of ['friends', '', 'FOLLOWING', 'x'.repeat(200)]) {
    const { status, error } = await feed(viewer, { tab });
    expect([tab, status, error.detail, error.code]).toEqual([
      tab,
      400,
      'Invalid request parameters',
      'invalid_parameters',
    ]);
  }
  for (const query of [{}, { tab: 'for_you' }])
    expect(idsOf((await feed(viewer, query)).data)).toEqual(posts.map((post) => post.mediaId));
});

it('HM-14: pages follow the position, whatever is posted, deleted or unfollowed in the meantime; `skip` gives the same', async () => {
  const { viewer, friend, stranger, follow, unfollow, insert, remove, readAll } = await startTwo();
  await follow(viewer, stranger);
  const posts = await insert(friend, { count: 23, secondsAgo: 100, stepSeconds: 0 });
  const others = await insert(stranger, { secondsAgo: 5000 });
  const sorted = posts.map((post) => post.mediaId).toSorted((a, b) => (a < b ? 1 : -1));
  const all = [...sorted, ...others.map((post) => post.mediaId)];
  expect(idsOf(await readAll(viewer, { ...following, by: 'after', limit: 7 }))).toEqual(all);
  expect(idsOf(await readAll(viewer, { ...following, by: 'skip', limit: 7 }))).toEqual(all);
  let page = 0;
  const read = await readAll(viewer, { ...following, by: 'after', limit: 10 }, async () => {
    page += 1;
    await insert(friend, { secondsAgo: 0 });
    if (page === 1) await remove(friend, sorted[3] ?? '');
    await unfollow(viewer, stranger);
  });
  expect(idsOf(read)).toEqual(sorted);
});

it('HM-14, SV-55, RP-19: leaves out who is suspended, deleted or blocked and what is private; locked posts stay as teasers', async () => {
  const { viewer, friend, insert, feed, poster, follow, database } = await startTwo();
  const [suspended, deleted, blocker] = [await poster(), await poster(), await poster()];
  for (const person of [suspended, deleted, blocker]) {
    await follow(viewer, person);
    await insert(person, { secondsAgo: 5 });
  }
  // A follow that a block has not removed yet.
  await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blocker.userId}, ${viewer.userId})`.execute(
    database.db,
  );
  await sql`UPDATE users SET suspended_at = now() WHERE id = ${suspended.userId}`.execute(database.db);
  await sql`UPDATE users SET deleted_at = now() WHERE id = ${deleted.userId}`.execute(database.db);
  await insert(friend, { visibility: 'private', secondsAgo: 4 });
  const [locked] = await insert(friend, { isLocked: true, secondsAgo: 3, caption: 'Behind the curtain' });
  const { data } = await feed(viewer, following);
  expect(idsOf(data)).toEqual([locked?.mediaId]);
  expect(data[0]).toMatchObject({ can_view: false, media_url: null, caption: 'Behind the curtain' });
  expect(data[0]?.preview_url).toMatch(/^data:image/);
});

it('HM-14: finds the few posts of many followed users behind any number of others', async () => {
  const { viewer, friend, stranger, insert, readAll, feed, database } = await startTwo();
  await sql`
    WITH made AS (
      INSERT INTO users (username, display_name, sex, birth_date, country, state, is_guest)
      SELECT 'quiet' || n || '-' || ${viewer.userId}::bigint, 'Quiet', 'male', '1990-01-01', 'India', 'Delhi', true
      FROM generate_series(1, 150) n RETURNING id
    )
    INSERT INTO follows (follower_id, followed_id) SELECT ${viewer.userId}, id FROM made`.execute(
    database.db,
  );
  const near = await insert(friend, { count: 3, secondsAgo: 10 });
  await insert(stranger, { count: 3000, secondsAgo: 20 });
  const far = await insert(friend, { count: 12, secondsAgo: 10_000 });
  const all = [...near, ...far].map((post) => post.mediaId);
  expect(idsOf((await feed(viewer, { ...following, limit: 3 })).data)).toEqual(all.slice(0, 3));
  expect(idsOf(await readAll(viewer, { ...following, by: 'after', limit: 5 }))).toEqual(all);
  expect(idsOf(await readAll(viewer, { ...following, by: 'skip', limit: 5 }))).toEqual(all);
});

it('HM-14: a locked post says from how much it opens: the cheapest plan that is sold now', async () => {
  const { viewer, friend, insert, feed, client, database, getPost } = await startTwo();
  const plan = async (amount: number) =>
    (
      await client(
        'POST /subscriptions/plan',
        { body: { name: `For ${amount}`, amount, validity_days: 30, creator: friend.username } },
        friend,
      )
    ).data.plan_id;
  const cheapest = await plan(1);
  await plan(1.5);
  await plan(9);
  await insert(friend, { secondsAgo: 20 });
  const [locked] = await insert(friend, { isLocked: true, secondsAgo: 10 });
  const prices = async () => (await feed(viewer, following)).data.map((post) => post.price_from);
  expect(await prices()).toEqual([1, null]);
  await sql`UPDATE plans SET archived_at = now() WHERE plan_id = ${cheapest}`.execute(database.db);
  expect(await prices()).toEqual([1.5, null]);
  expect((await getPost(viewer, locked?.mediaId ?? '')).data.price_from).toBe(1.5);
  await sql`UPDATE plans SET archived_at = now() WHERE creator_id = ${await userIdOf(database, friend)}`.execute(
    database.db,
  );
  expect(await prices()).toEqual([null, null]);
});
