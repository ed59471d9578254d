import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startPosts } from '../posts/posts.fixture.ts';
import { startFeed, type Poster } from '../ranking/ranking.fixture.ts';

async function startSide() {
  const fixture = await startFeed();
  const { client, database } = fixture;
  const people = (count: number) =>
    Array.from({ length: count }).reduce<Promise<Poster[]>>(
      async (made) => [...(await made), await fixture.poster()],
      Promise.resolve([]),
    );
  return {
    ...fixture,
    people,
    side: async (viewer: Poster) => {
      const { status, data } = await client('GET /feed/side', {}, viewer);
      expect(status).toBe(200);
      return data;
    },
    block: (by: Poster, target: Poster) =>
      client('POST /users/block', { body: { blocked_username: target.username } }, by),
    suspend: (person: Poster) =>
      sql`UPDATE users SET suspended_at = now() WHERE id = ${person.userId}`.execute(database.db),
    async open(creator: Poster, name: string, visibility: 'public' | 'private' = 'public') {
      const { data } = await client('POST /groupchat/groups/create', { body: { name, visibility } }, creator);
      return data.group_id;
    },
    join: (person: Poster, groupId: string) =>
      client('POST /groupchat/groups/join', { body: { group_id: groupId } }, person),
  };
}

const DAY = 24 * 3600;

it('HM-14: suggests users who posted lately, those first whom followed users follow', async () => {
  const { side, people, insert, follow, block, suspend, posterGuest } = await startSide();
  const [viewer, friend, known, lively, idle, blocked, blocker, gone] = await people(8);
  if (!viewer || !friend || !known || !lively || !idle || !blocked || !blocker || !gone) throw new Error();
  const guest = await posterGuest();
  for (const person of [viewer, friend, lively, blocked, blocker, gone, guest]) await insert(person);
  await insert(known, { secondsAgo: 20 * DAY });
  await insert(idle, { secondsAgo: 40 * DAY });
  await follow(viewer, friend);
  await follow(friend, known);
  await follow(friend, idle);
  await follow(friend, viewer);
  await block(viewer, blocked);
  await block(blocker, viewer);
  await suspend(gone);
  const { people: suggested } = await side(viewer);
  expect(suggested).toEqual([
    { username: known.username, display_name: known.username, picture: null, followed_by: 1 },
    { username: lively.username, display_name: lively.username, picture: null, followed_by: 0 },
  ]);
});

it('HM-14: names public rooms with followed users, and only users whom the viewer may see', async () => {
  const { side, people, open, join, follow, block, suspend, database, client } = await startSide();
  const [viewer, owner, one, two, three, blocker, gone, stranger] = await people(8);
  if (!viewer || !owner || !one || !two || !three || !blocker || !gone || !stranger) throw new Error();
  const name = (text: string) => `${text} ${viewer.userId}`;
  const big = await open(owner, name('Big'));
  const small = await open(owner, name('Small'));
  const [secret, own, banned, quiet] = [
    await open(one, name('Secret'), 'private'),
    await open(owner, name('Own')),
    await open(owner, name('Banned')),
    await open(stranger, name('Quiet')),
  ];
  for (const [seconds, person] of [one, two, three, blocker, gone].entries())
    await follow(viewer, person, 100 - seconds);
  for (const person of [one, two, three, blocker, gone, stranger]) await join(person, big);
  for (const person of [one, blocker]) await join(person, small);
  for (const person of [one, viewer]) await join(person, own);
  for (const person of [one, viewer]) await join(person, banned);
  await client(
    'POST /groupchat/groups/ban',
    { body: { group_id: banned, username: viewer.username } },
    owner,
  );
  await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blocker.userId}, ${viewer.userId})`.execute(
    database.db,
  );
  await suspend(gone);
  const { rooms } = await side(viewer);
  expect(rooms.map((room) => [room.group_id, room.friend_count])).toEqual([
    [big, 3],
    [small, 1],
  ]);
  expect(rooms[0]).toMatchObject({ name: name('Big'), picture: null, member_count: 7 });
  expect(rooms[0]?.friends.map((friend) => friend.username)).toEqual([three.username, two.username]);
  expect([secret, own, banned, quiet].every((id) => rooms.every((room) => room.group_id !== id))).toBe(true);
  await block(viewer, three);
  expect((await side(viewer)).rooms[0]?.friends.map((friend) => friend.username)).toEqual([
    two.username,
    one.username,
  ]);
});

it('HM-14: counts the hashtags of public posts of the last 24 hours by different users, without those of blocked users', async () => {
  // The count is kept for a minute: this application serves this test alone.
  const { client, database, poster, insert, block } = await startOwn();
  const [viewer, one, two, blocked, gone] = [
    await poster(),
    await poster(),
    await poster(),
    await poster(),
    await poster(),
  ];
  await insert(one, { hashtags: '#Kites #chai', count: 3 });
  await insert(two, { hashtags: 'kites, CHAI kites' });
  await insert(one, { hashtags: '#spam', count: 9 });
  await insert(blocked, { hashtags: '#onlyblocked #kites' });
  await insert(gone, { hashtags: '#suspended' });
  await insert(one, { hashtags: '#secret', visibility: 'private' });
  await insert(one, { hashtags: '#locked', isLocked: true });
  await insert(one, { hashtags: '#yesterday', secondsAgo: DAY + 60 });
  await sql`UPDATE users SET suspended_at = now() WHERE id = ${gone.userId}`.execute(database.db);
  const read = async () => (await client('GET /feed/side', {}, viewer)).data.hashtags;
  expect(await read()).toMatchObject([
    { posts: 5, people: 3 },
    { posts: 4, people: 2 },
    { tag: 'spam', posts: 9, people: 1 },
    { tag: 'onlyblocked', posts: 1, people: 1 },
  ]);
  await block(viewer, blocked);
  const tags = await read();
  expect(tags.map(({ tag, posts, people }) => [tag.toLowerCase(), posts, people])).toEqual([
    ['kites', 4, 2],
    ['chai', 4, 2],
    ['spam', 9, 1],
  ]);
});

async function startOwn() {
  const fixture = await startPosts({});
  return {
    ...fixture,
    block: (by: Poster, target: Poster) =>
      fixture.client('POST /users/block', { body: { blocked_username: target.username } }, by),
  };
}
