import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { registration } from '../../accounts/accounts.fixture.ts';
import { userIdOf } from '../../creators/creators.fixture.ts';
import { eventually, startRooms, type Person } from '../../rooms/rooms.fixture.ts';
import { giveCoins } from '../wallet.fixture.ts';

/** Opens an application for one test, so that the leaderboard has no other users. */
async function startRanking() {
  const fixture = await startRooms({ LOGIN_BONUS_COINS: '0' });
  const { client, database } = fixture;
  return {
    ...fixture,
    give: async (to: Person, coins: number) => giveCoins(database, await userIdOf(database, to), coins),
    block: (by: Person, { username }: Person) =>
      client('POST /users/block', { body: { blocked_username: username } }, by),
    suspend: (target: Person, at = sql`now()`) =>
      sql`UPDATE users SET suspended_at = ${at} WHERE username = ${target.username}`.execute(database.db),
    ranking: (by: Person, query: { page?: number; page_size?: number } = {}) =>
      client('GET /wallet/leaderboard', { query }, by),
  };
}

const entry = ({ username }: Person, position: number, balance: number) => ({
  position,
  username,
  balance,
  is_current_user: false,
  profile_image_url: null,
  has_profile: true,
});

describe('LB-02, LB-03, SV-94: GET /wallet/leaderboard', () => {
  it('ranks by balance, then by name, in pages, each with the caller’s own place', async () => {
    const { person, give, ranking } = await startRanking();
    const users = [await person(), await person(), await person(), await person()];
    const [ann, ben, cat, dan] = users.toSorted((a, b) => (a.username < b.username ? -1 : 1));
    if (!ann || !ben || !cat || !dan) throw new Error('Somebody is missing');
    await give(dan, 7.25);
    await give(cat, 2);
    await give(ben, 2);
    const first = (await ranking(ann, { page_size: 3 })).data;
    expect(first).toEqual({
      leaderboard: [entry(dan, 1, 7.25), entry(ben, 2, 2), entry(cat, 3, 2)],
      current_user_position: 4,
      current_user_entry: { ...entry(ann, 4, 0), is_current_user: true },
      page: 1,
      total_users: 4,
      total_pages: 2,
    });
    const second = (await ranking(ann, { page_size: 3, page: 2 })).data;
    expect(second).toEqual({
      ...first,
      leaderboard: [{ ...entry(ann, 4, 0), is_current_user: true }],
      page: 2,
    });
    expect((await ranking(ann, { page: 99 })).data.leaderboard).toEqual([]);
    expect((await ranking(ann, { page: 0 })).status).toBe(422);
    expect((await ranking(ann, { page_size: 101 })).status).toBe(422);
  });

  it('leaves out guests and suspended users, and gives guests no place', async () => {
    const { person, guest, suspend, ranking } = await startRanking();
    const [ann, ben, visitor] = [await person(), await person(), await guest()];
    const namesFor = async (user: Person) =>
      (await ranking(user)).data.leaderboard.map(({ username }) => username).toSorted();
    const both = [ann.username, ben.username].toSorted();
    expect(await namesFor(visitor)).toEqual(both);
    expect((await ranking(visitor)).data).toMatchObject({
      current_user_position: null,
      current_user_entry: null,
      total_users: 2,
    });
    await suspend(ben);
    expect(await namesFor(ann)).toEqual([ann.username]);
    expect((await ranking(ann)).data).toMatchObject({ current_user_position: 1, total_users: 1 });
    await suspend(ben, sql`NULL`);
    expect(await namesFor(ann)).toEqual(both);
  });

  it('R-14: a block, in either direction, removes the link to the profile and nothing else', async () => {
    const { person, block, ranking } = await startRanking();
    const [ann, ben, cat] = [await person(), await person(), await person()];
    await block(ann, ben);
    const linked = async (viewer: Person) =>
      new Map(
        (await ranking(viewer)).data.leaderboard.map((each) => [each.username, each.has_profile] as const),
      );
    const entries = (own: boolean, other: boolean) =>
      new Map([
        [ann.username, own],
        [ben.username, other],
        [cat.username, true],
      ]);
    expect(await linked(ann)).toEqual(entries(true, false));
    expect(await linked(ben)).toEqual(entries(false, true));
    expect(await linked(cat)).toEqual(entries(true, true));
  });

  it('includes guests who upgraded, and removes deleted accounts', async () => {
    const { person, guest, client, ranking } = await startRanking();
    const [ann, ben] = [await person(), await guest()];
    const names = async () => (await ranking(ann)).data.leaderboard.map(({ username }) => username);
    expect(await names()).toEqual([ann.username]);
    const { username, email, password } = registration();
    const upgraded = await client('POST /auth/upgrade', { body: { username, email, password } }, ben);
    const member = { username, token: upgraded.data.access_token };
    expect((await names()).toSorted()).toEqual([ann.username, username].toSorted());
    expect((await ranking(member)).data.current_user_entry).toMatchObject({ username, balance: 0 });
    expect((await client('DELETE /users/me', { body: { password } }, member)).status).toBe(200);
    expect(await names()).toEqual([ann.username]);
  });

  it('folds many moves into the marks soon after a read finds them', async () => {
    const { person, database, give, ranking } = await startRanking();
    const [ann, ben] = [await person(), await person()];
    await give(ann, 5);
    await sql`
      INSERT INTO leaderboard_moves (old_down, old_name, new_down, new_name)
      SELECT moved.* FROM generate_series(1, 1000), LATERAL (SELECT 0, 'x', 0, 'x') moved`.execute(
      database.db,
    );
    const moves = async () => {
      const { rows } = await sql<{ many: number }>`SELECT count(*) AS many FROM leaderboard_moves`.execute(
        database.db,
      );
      return rows[0]?.many;
    };
    const before = (await ranking(ben)).data;
    expect(before).toMatchObject({ current_user_position: 2, total_users: 2 });
    await eventually(async () => expect(await moves()).toBe(0));
    expect((await ranking(ben)).data).toEqual(before);
  });
});
