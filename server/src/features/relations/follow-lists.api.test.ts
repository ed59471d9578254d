import { FOLLOWS_PAGE } from '@adda/contract/relations';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import type { Person } from '../rooms/rooms.fixture.ts';
import { startFollows } from './follows.fixture.ts';

const NOT_FOUND = [404, { code: 'user_not_found', detail: 'User not found' }];

async function startLists() {
  const fixture = await startFollows();
  const { client, database } = fixture;
  const [ann, ben, eve] = [await fixture.person(), await fixture.person(), await fixture.person()];
  const followers = (viewer: Person, { username }: Pick<Person, 'username'>, cursor?: string) =>
    client('GET /users/:username/followers', { params: { username }, query: { cursor } }, viewer);
  const followed = (viewer: Person, { username }: Pick<Person, 'username'>, cursor?: string) =>
    client('GET /users/:username/following', { params: { username }, query: { cursor } }, viewer);
  const profile = async (viewer: Person, { username }: Pick<Person, 'username'>) =>
    (await client('GET /feed/profile/:sender', { params: { sender: username } }, viewer)).data;
  return {
    ...fixture,
    ann,
    ben,
    eve,
    followers,
    followed,
    profile,
    /** The usernames of both lists of a user as the viewer gets them, and the counts on the profile. */
    async shown(viewer: Person, someone: Pick<Person, 'username'>) {
      const { total_followers: ofFollowers, total_following: ofFollowed } = await profile(viewer, someone);
      const [one, other] = [await followers(viewer, someone), await followed(viewer, someone)];
      return {
        followers: one.status === 200 && one.data.followers.map(({ username }) => username),
        following: other.status === 200 && other.data.following.map(({ username }) => username),
        counts: [ofFollowers, ofFollowed],
      };
    },
    set: (by: Person, body: { hide_followers?: boolean; hide_following?: boolean }) =>
      client('PATCH /users/settings', { body }, by),
    /** Lets new users follow somebody, the n-th one n seconds ago; returns their names, the newest first. */
    async gather({ username }: Person, count: number, since = 0): Promise<string[]> {
      const { rows } = await sql<{ username: string }>`
        WITH born AS (
          INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
          SELECT 'f' || md5(random()::text || n), 'Follower ' || n, true, '1990-01-01', 'male', 'India', 'Kerala'
          FROM generate_series(1, ${count}::int) n RETURNING id, username
        ), numbered AS (SELECT id, username, row_number() OVER (ORDER BY id) AS n FROM born),
        made AS (
          INSERT INTO follows (follower_id, followed_id, created_at)
          SELECT numbered.id, target.id, now() - make_interval(secs => ${since}::int + n)
          FROM numbered, users target WHERE target.username = ${username}
        )
        SELECT username FROM numbered ORDER BY n`.execute(database.db);
      return rows.map((row) => row.username);
    },
  };
}

describe('lists of followers and of followed users', () => {
  it('HM-15: are newest first, with whom the caller follows; guests are in them and may read them', async () => {
    const { ann, ben, eve, guest, follow, followers, followed, shown } = await startLists();
    const visitor = await guest();
    for (const by of [ben, eve, visitor]) await follow(by, ann);
    await follow(ben, eve);
    const row = ({ username }: Person, isFollowing: boolean) => ({
      username,
      display_name: expect.any(String),
      picture: null,
      is_following: isFollowing,
    });
    expect((await followers(ben, ann)).data).toEqual({
      followers: [row(visitor, false), row(eve, true), row(ben, false)],
      next_cursor: null,
    });
    expect((await followed(visitor, { username: ben.username.toUpperCase() })).data.following).toMatchObject([
      { username: eve.username },
      { username: ann.username },
    ]);
    expect(await shown(visitor, ann)).toMatchObject({ following: [], counts: [3, 0] });
  });

  it('HM-15: pages neither repeat nor skip anybody while people follow and unfollow', async () => {
    const { ann, ben, follow, followers, gather, database } = await startLists();
    const names = await gather(ann, 2 * FOLLOWS_PAGE + 5);
    const first = (await followers(ben, ann)).data;
    expect(first.followers.map(({ username }) => username)).toEqual(names.slice(0, FOLLOWS_PAGE));
    // The one that the cursor names and one before it unfollow, and a new one follows.
    const gone = [names[3] ?? '', names[FOLLOWS_PAGE - 1] ?? ''];
    await sql`
      DELETE FROM follows WHERE follower_id IN (SELECT id FROM users WHERE username = ANY (${gone}))`.execute(
      database.db,
    );
    await follow(ben, ann);
    const second = (await followers(ben, ann, first.next_cursor ?? '')).data;
    const third = (await followers(ben, ann, second.next_cursor ?? '')).data;
    expect([...second.followers, ...third.followers].map(({ username }) => username)).toEqual(
      names.slice(FOLLOWS_PAGE),
    );
    expect(third.next_cursor).toBeNull();
    const again = (await followers(ben, ann)).data.followers.map(({ username }) => username);
    expect(again.slice(0, 3)).toEqual([ben.username, names[0], names[1]]);
    // Follows of the same moment are told apart.
    await sql`UPDATE follows SET created_at = now() WHERE follower_id IN (
      SELECT id FROM users WHERE username = ANY (${names}))`.execute(database.db);
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { followers: page, next_cursor: next } = (await followers(ben, ann, cursor)).data;
      seen.push(...page.map(({ username }) => username));
      if (next === null) break;
      cursor = next;
    }
    expect(seen.toSorted()).toEqual(
      [ben.username, ...names.filter((name) => !gone.includes(name))].toSorted(),
    );
  });

  it.each(['', '?', '1.zzzzzzzzzzz', '1.2.3', '0.-1', 'x'.repeat(5000)])(
    'HM-15: a broken cursor is refused (%#)',
    async (cursor) => {
      const { ann, ben, followers, followed } = await startLists();
      for (const answer of [await followers(ann, ben, cursor), await followed(ann, ben, cursor)])
        expect([answer.status, answer.error.detail]).toEqual([400, 'Invalid request parameters']);
    },
  );

  it('HM-15: a hidden list and its number are for their owner alone', async () => {
    const { ann, ben, eve, follow, followers, followed, shown, set, profile } = await startLists();
    await follow(ben, ann);
    await follow(ann, eve);
    await set(ann, { hide_followers: true });
    const hidden = await followers(ben, ann);
    expect([hidden.status, hidden.error]).toEqual(NOT_FOUND);
    expect(hidden.error).toEqual((await followers(ben, { username: 'nobody.of.this.name' })).error);
    expect(await shown(ben, ann)).toMatchObject({ following: [eve.username], counts: [null, 1] });
    await set(ann, { hide_followers: false, hide_following: true });
    const other = await followed(ben, ann);
    expect([other.status, other.error]).toEqual(NOT_FOUND);
    expect(await shown(ben, ann)).toMatchObject({ followers: [ben.username], counts: [1, null] });
    await set(ann, { hide_followers: true });
    expect(await shown(ann, ann)).toEqual({
      followers: [ben.username],
      following: [eve.username],
      counts: [1, 1],
    });
    // Whom the caller follows is no secret of the other user.
    expect((await profile(ann, eve)).is_following).toBe(true);
  });

  it('HM-15: suspended and deleted people are neither listed nor counted; a suspended owner is not there', async () => {
    const { ann, ben, eve, follow, followers, shown, client, database } = await startLists();
    for (const by of [ben, eve]) await follow(by, ann);
    for (const target of [ben, eve]) await follow(ann, target);
    const suspend = ({ username }: Person, at: Date | null) =>
      database.db.updateTable('users').set({ suspended_at: at }).where('username', '=', username).execute();
    await suspend(ben, new Date());
    const withoutBen = { followers: [eve.username], following: [eve.username], counts: [1, 1] };
    expect(await shown(eve, ann)).toEqual(withoutBen);
    expect(await shown(ann, ann)).toEqual(withoutBen);
    const gone = await followers(ann, ben);
    expect([gone.status, gone.error]).toEqual(NOT_FOUND);
    await suspend(ben, null);
    expect((await shown(eve, ann)).counts).toEqual([2, 2]);
    expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, ben)).status).toBe(200);
    expect(await shown(eve, ann)).toEqual(withoutBen);
  });

  it('HM-15, RP-20: to a blocked person the lists are not there, and blocked people are not in lists of others', async () => {
    const { ann, ben, eve, follow, followers, followed, shown, block } = await startLists();
    for (const by of [ben, eve]) await follow(by, ann);
    await block(ben, eve);
    expect(await shown(ben, ann)).toMatchObject({ followers: [ben.username], counts: [1, 0] });
    expect(await shown(eve, ann)).toMatchObject({ followers: [eve.username], counts: [1, 0] });
    expect((await shown(ann, ann)).counts).toEqual([2, 0]);
    for (const [viewer, other] of [
      [ben, eve],
      [eve, ben],
    ] as const)
      for (const answer of [await followers(viewer, other), await followed(viewer, other)])
        expect([answer.status, answer.error]).toEqual(NOT_FOUND);
  });

  it('HM-15, MR-05: a user who is hidden from the viewer is neither listed nor counted, and shows no lists', async () => {
    const { ann, ben, eve, follow, followers, shown, database } = await startLists();
    for (const by of [ben, eve]) await follow(by, ann);
    await sql`
      INSERT INTO hidings (user_id, until)
      SELECT id, now() + interval '1 day' FROM users WHERE username = ${ben.username}`.execute(database.db);
    expect(await shown(eve, ann)).toMatchObject({ followers: [eve.username], counts: [1, 0] });
    expect((await followers(eve, ben)).status).toBe(404);
    // Whom they follow still sees them.
    expect(await shown(ann, ann)).toMatchObject({ followers: [eve.username, ben.username], counts: [2, 0] });
  });
});
