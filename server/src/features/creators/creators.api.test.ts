import { ageOn } from '@adda/contract/accounts';
import { CREATORS_PAGE } from '@adda/contract/creators';
import { describe, expect, it } from 'vitest';
import { PASSWORD, registration } from '../accounts/accounts.fixture.ts';
import type { Poster } from '../feed/posts/posts.fixture.ts';
import { startPostActivity } from '../feed/activity/post-activity.fixture.ts';

/** Opens an application for one test, so that the list contains no other creators. */
async function startStrip() {
  const fixture = await startPostActivity({ LOG_LEVEL: 'info' });
  const { client, poster, guest, posterOf } = fixture;
  const viewer = await posterOf(await guest());
  const strip = async (by: Poster, query: { skip?: number; limit?: number } = {}) =>
    (await client('GET /subscriptions/creators', { query }, by)).data.creators;
  return {
    ...fixture,
    viewer,
    strip,
    names: async (by: Poster, query?: { skip?: number; limit?: number }) =>
      (await strip(by, query)).map(({ username }) => username),
    many: (count: number) => Promise.all(Array.from({ length: count }, () => poster())),
  };
}

const namesOf = (people: readonly (Poster | undefined)[]) => people.map((person) => person?.username);

describe('list of creators', () => {
  it('FE-42, FE-43, X-39: the fields that one viewer gets', async () => {
    const { viewer, strip, poster, offer, subscribe, client } = await startStrip();
    const ann = await poster();
    await offer(ann);
    await subscribe(await poster(), ann);
    const query = { target_username: ann.username };
    expect((await client('POST /subscriptions/follow', { query }, viewer)).status).toBe(200);
    const { sex, country, state, birth_date: born } = registration();
    const shown = {
      username: ann.username,
      display_name: ann.username,
      profile_image_url: null,
      total_subscribers: 1,
      age: ageOn(born, new Date()),
      sex,
      country,
      state,
    };
    expect(await strip(viewer)).toEqual([{ ...shown, is_following: true }]);
    expect(await strip(ann)).toEqual([{ ...shown, is_following: false }]);
  });

  it('SV-68, FE-41: users with a plan or a public post, most subscribers first, six per page', async () => {
    const { viewer, names, many, offer, insert, subscribe, client } = await startStrip();
    const people = await many(10);
    const [ann, ben, eve, locked, hidden, buyer, ...others] = people;
    if (!ann || !ben || !eve || !locked || !hidden || !buyer) throw new Error('somebody is missing');
    await offer(ann);
    await insert(ben, { count: 2 });
    await insert(eve);
    await insert(hidden, { visibility: 'private' });
    await insert(locked, { isLocked: true });
    for (const other of others) await offer(other);
    for (const subscriber of [buyer, hidden]) await subscribe(subscriber, eve);
    await subscribe(buyer, ben);
    const rest = [ann, locked, ...others].toSorted((one, other) => one.userId - other.userId);
    const expected = namesOf([eve, ben, ...rest]);
    expect(await names(viewer, { limit: 50 })).toEqual(expected);
    expect(await names(viewer)).toEqual(expected.slice(0, CREATORS_PAGE));
    expect(await names(viewer, { skip: CREATORS_PAGE })).toEqual(expected.slice(CREATORS_PAGE));
    const query = { limit: 51 };
    expect((await client('GET /subscriptions/creators', { query }, viewer)).status).toBe(422);
  });

  it('R-14: blocked users, in either direction, are left out before the page is cut', async () => {
    const { viewer, names, many, offer, block } = await startStrip();
    const people = await many(5);
    for (const person of people) await offer(person);
    const all = people.toSorted((one, other) => one.userId - other.userId);
    const [first, second, ...rest] = all;
    if (!first || !second) throw new Error('somebody is missing');
    await block(viewer, first);
    await block(second, viewer);
    expect(await names(viewer, { limit: 2 })).toEqual(namesOf(rest.slice(0, 2)));
    expect(await names(viewer, { skip: 2 })).toEqual(namesOf(rest.slice(2)));
    expect(await names(first)).toEqual(namesOf(all));
  });

  it('SV-13: suspended and deleted users are left out, and the subscriber count decreases', async () => {
    const { viewer, names, strip, many, offer, subscribe, client, database } = await startStrip();
    const [ann, ben, eve] = await many(3);
    if (!ann || !ben || !eve) throw new Error('somebody is missing');
    for (const person of [ann, ben, eve]) await offer(person);
    await subscribe(ann, eve);
    await database.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', ben.userId)
      .execute();
    expect(await names(viewer)).toEqual(namesOf([eve, ann]));
    expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, ann)).status).toBe(200);
    expect(await strip(viewer)).toMatchObject([{ username: eve.username, total_subscribers: 0 }]);
  });
});
