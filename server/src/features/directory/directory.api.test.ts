import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { writeCursor } from '../../platform/paging/list-cursor.ts';
import { UNREADABLE } from '../../platform/paging/unreadable.fixture.ts';
import { describe, expect, it } from 'vitest';
import { startDirectory } from './directory.fixture.ts';

/** Returns a name prefix of ten characters that no other test uses. */
const freshName = () => `x${randomUUID().replaceAll('-', '').slice(0, 9)}`;

describe('filters of the directory', () => {
  it('DI-18, DI-11: returns public data only, without contact data', async () => {
    const { person, list, crowd } = await startDirectory();
    const name = freshName();
    await crowd({ count: 1, name, sex: 'male', country: 'UK', state: 'Wales' });
    const { data } = await list(await person(), { username: name });
    expect(data).toEqual({
      users: [
        {
          id: expect.any(Number),
          username: `${name}1`,
          sex: 'male',
          age: expect.any(Number),
          country: 'UK',
          state: 'Wales',
          last_active: expect.stringMatching(/Z$/),
          is_online: false,
          is_guest: true,
          profile_picture: null,
        },
      ],
      next_last_id: null,
    });
  });

  it('DI-16: finds names by prefix, in any case, from three characters on', async () => {
    const { person, list, crowd } = await startDirectory();
    const name = freshName();
    await crowd({ count: 2, name });
    const viewer = await person();
    for (const beginning of [name.toUpperCase(), ` ${name}`, `${name}1`]) {
      const { data } = await list(viewer, { username: beginning });
      expect(data.users.map((user) => user.username)).toContain(`${name}1`);
    }
    expect((await list(viewer, { username: `${name}3` })).data.users).toEqual([]);
  });

  it('DI-17: filters by age in full years, with inclusive bounds, combined with other filters', async () => {
    const { person, list, crowd } = await startDirectory();
    const name = freshName();
    const today = new Date();
    const bornOn = (years: number, days: number) => {
      const day = new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate()));
      day.setUTCDate(day.getUTCDate() + days);
      return day.toISOString().slice(0, 10);
    };
    await crowd({ count: 1, name: `${name}-just30-`, bornOn: bornOn(30, 0) });
    await crowd({ count: 1, name: `${name}-almost30-`, bornOn: bornOn(30, 1) });
    await crowd({ count: 1, name: `${name}-last30-`, bornOn: bornOn(31, 1) });
    await crowd({ count: 1, name: `${name}-just31-`, bornOn: bornOn(31, 0) });
    const viewer = await person();
    const found = async (query: Record<string, string>) => {
      const { data } = await list(viewer, { username: name, ...query });
      return data.users.map((user) => `${user.username.split('-')[1]} ${user.age}`).toSorted();
    };
    expect(await found({ age_min: '30', age_max: '30' })).toEqual(['just30 30', 'last30 30']);
    expect(await found({ age_min: '31' })).toEqual(['just31 31']);
    expect(await found({ age_max: '29' })).toEqual(['almost30 29']);
    expect(await found({ age_min: '18', age_max: '100' })).toHaveLength(4);
    expect(await found({ age_min: '30', sex: 'male' })).toEqual([]);
  });

  it('X-31: accepts the label of a country, and a state only for the USA', async () => {
    const { person, list, crowd } = await startDirectory();
    const name = freshName();
    await crowd({ count: 1, name: `${name}-texas-`, country: 'USA', state: 'Texas' });
    await crowd({ count: 1, name: `${name}-ohio-`, country: 'USA', state: 'Ohio' });
    await crowd({ count: 1, name: `${name}-goa-`, country: 'India', state: 'Goa' });
    const viewer = await person();
    const found = async (query: Record<string, string>) => {
      const { data } = await list(viewer, { username: name, ...query });
      return data.users.map((user) => user.state).toSorted();
    };
    expect(await found({ country: 'USA' })).toEqual(['Ohio', 'Texas']);
    expect(await found({ country: 'United States' })).toEqual(['Ohio', 'Texas']);
    expect(await found({ country: 'United States', state: 'Texas' })).toEqual(['Texas']);
    expect(await found({ country: 'India', state: 'Kerala' })).toEqual(['Goa']);
    expect(await found({ state: 'Texas' })).toEqual(['Goa', 'Ohio', 'Texas']);
    expect(await found({ country: 'Nowhere' })).toEqual([]);
  });

  it('treats an empty filter as missing', async () => {
    const { person, list, crowd } = await startDirectory();
    const name = freshName();
    await crowd({ count: 1, name });
    const query = { username: name, age_min: '', age_max: '', sex: '', country: '', state: '' };
    expect((await list(await person(), query)).data.users).toHaveLength(1);
  });
});

describe('invalid requests to the directory', () => {
  const cursorOf = (minutes: number) =>
    writeCursor({
      snapshot: '5:5:',
      startedAt: new Date(Date.now() + minutes * 60_000),
      position: new Date(),
      id: 1,
    });
  type Query = Record<string, string>;
  it.each<[string, Query]>([
    ['an age under the minimum', { age_min: '17' }],
    ['an age over the maximum', { age_max: '101' }],
    ['an age that is no number', { age_min: 'young' }],
    ['a fractional age', { age_min: '20.5' }],
    ['Q-42: a minimum age above the maximum', { age_min: '40', age_max: '30' }],
    ['an unknown sex', { sex: 'other' }],
    ['DI-15: a name of two characters', { username: 'ab' }],
    ['a limit of zero', { limit: '0' }],
    ['a limit that is too high', { limit: '101' }],
    ['a malformed cursor', { last_id: 'abc' }],
    ['a cursor that is too long', { last_id: 'a'.repeat(4001) }],
    ['an expired cursor', { last_id: cursorOf(-16) }],
    ['a cursor from the future', { last_id: cursorOf(2) }],
    ...UNREADABLE.map((value): [string, Query] => [`“${value}” people`, { limit: value }]),
    ...UNREADABLE.map((value): [string, Query] => [`an age of “${value}”`, { age_max: value }]),
  ])('DI-21: %s', async (_what, query) => {
    const { person, list } = await startDirectory();
    const { status, error } = await list(await person(), query);
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'invalid_parameters', detail: 'Invalid request parameters' });
  });

  it('DI-20: requires a session', async () => {
    const { client } = await startDirectory();
    expect((await client('GET /users/list', { query: {} })).status).toBe(401);
  });
});

describe('visibility in the directory', () => {
  it('SV-20: omits the caller, users with a block in either direction, and suspended or deleted ones', async () => {
    const { person, guest, list, crowd, client, database } = await startDirectory();
    const name = freshName();
    const viewer = await guest();
    const [blocked, blocker] = [await person(), await person()];
    await client('POST /users/block', { body: { blocked_username: blocked.username } }, viewer);
    await client('POST /users/block', { body: { blocked_username: viewer.username } }, blocker);
    const [suspended = 0, deleted = 0] = await crowd({ count: 3, name });
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${suspended}`.execute(database.db);
    await sql`UPDATE users SET deleted_at = now() WHERE id = ${deleted}`.execute(database.db);
    const seen = async (username: string) =>
      (await list(viewer, { username })).data.users.map((user) => user.username);
    expect(await seen(name)).toEqual([`${name}3`]);
    for (const hidden of [viewer, blocked, blocker])
      expect(await seen(hidden.username)).not.toContain(hidden.username);
    const seenByBlocked = await list(blocked, { username: viewer.username });
    expect(seenByBlocked.data.users.map((user) => user.username)).not.toContain(viewer.username);
  });

  it('X-19: users who accept no messages are never online', async () => {
    const { person, list, connectShell, database } = await startDirectory();
    const [viewer, someone] = [await person(), await person()];
    await connectShell(someone);
    const isOnline = async () => {
      const { data } = await list(viewer, { username: someone.username });
      return data.users.find((user) => user.username === someone.username)?.is_online;
    };
    await expect.poll(isOnline).toBe(true);
    await sql`UPDATE users SET is_available = false WHERE username = ${someone.username}`.execute(
      database.db,
    );
    expect(await isOnline()).toBe(false);
  });
});

describe('the order of the directory', () => {
  it('SV-20: sorts by last activity, then by id', async () => {
    const { person, listAll, crowd, database } = await startDirectory();
    const name = freshName();
    const ids = await crowd({ count: 12, name });
    await sql`UPDATE users SET last_active_at = '2026-01-01' WHERE id = ANY (${ids.slice(4, 9)})`.execute(
      database.db,
    );
    const viewer = await person();
    const expected = [1, 2, 3, 4, 10, 11, 12, 5, 6, 7, 8, 9].map((n) => `${name}${n}`);
    for (const limit of ['1', '2', '5', '12', '100'])
      expect(await listAll(viewer, { username: name, limit })).toEqual(expected);
  });

  it('SV-20: accepts the cursor of a list that began while 500 transactions were running', async () => {
    const { person, list } = await startDirectory();
    const running = Array.from({ length: 500 }, (_, n) => 912_345_678 + n * 7);
    const snapshot = `${running[0]}:999999999:${running.join(',')}`;
    const last_id = writeCursor({ snapshot, startedAt: new Date(), position: new Date(), id: 1 });
    expect((await list(await person(), { last_id })).status).toBe(200);
  });

  it('DI-13, CO-26: returns 25 users by default, and the next ones with the cursor', async () => {
    const { person, list, crowd } = await startDirectory();
    const name = freshName();
    await crowd({ count: 30, name });
    const viewer = await person();
    const first = await list(viewer, { username: name });
    expect(first.data.users).toHaveLength(25);
    const second = await list(viewer, { username: name, last_id: first.data.next_last_id ?? '' });
    expect(second.data.users).toHaveLength(5);
    expect(second.data.next_last_id).toBeNull();
  });
});

it('DI-17: lists the few users of an age in the same order, year by year', async () => {
  const { person, listAll, crowd } = await startDirectory();
  const name = freshName();
  await crowd({ count: 3, name: `${name}-b-`, bornOn: '1941-03-03', secondsAgo: 10 });
  await crowd({ count: 3, name: `${name}-a-`, bornOn: '1938-03-03', secondsAgo: 12 });
  const found = await listAll(await person(), { username: name, age_min: '80', limit: '2' });
  const expected = ['b-1', 'b-2', 'b-3', 'a-1', 'a-2', 'a-3'].map((rest) => `${name}-${rest}`);
  expect(found.toSorted()).toEqual(expected.toSorted());
  expect(found.indexOf(`${name}-b-1`)).toBe(0);
  expect(found.at(-1)).toBe(`${name}-a-3`);
});
