import { expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import type { Poster } from '../feed/posts/posts.fixture.ts';
import { startPostActivity } from '../feed/activity/post-activity.fixture.ts';
import { eventually, type Person } from '../rooms/rooms.fixture.ts';
import { subscribersOf } from './creators.fixture.ts';

const NONE = { is_subscribed: false, plan_id: null, expires_at: null };

async function startTwo() {
  const fixture = await startPostActivity();
  const { client, database } = fixture;
  const [ann, ben] = [await fixture.poster(), await fixture.poster()];
  const queryOf = ({ username }: Pick<Person, 'username'>) => ({ query: { creator: username } });
  return {
    ...fixture,
    ann,
    ben,
    check: async (by: Person, creator: Pick<Person, 'username'>) =>
      (await client('GET /subscriptions/check', queryOf(creator), by)).data,
    unsubscribe: (by: Person, creator: Pick<Person, 'username'>) =>
      client('POST /subscriptions/unsubscribe', queryOf(creator), by),
    subscribersOf: (creator: Poster) => subscribersOf(database, creator.userId),
  };
}

it('SV-74, SU-12, SU-13, SV-77: any active subscription counts, the longest of several', async () => {
  const { ann, ben, guest, offer, subscribe, check, client } = await startTwo();
  expect(await check(ben, ann)).toEqual(NONE);
  const planId = await offer(ann);
  await subscribe(ben, ann, { days: -1 });
  await subscribe(ben, ann, { ended: true });
  expect(await check(ben, ann)).toEqual(NONE);
  await subscribe(ben, ann, { days: 1 });
  const short = await check(ben, { username: ann.username.toUpperCase() });
  expect(short).toEqual({ is_subscribed: true, plan_id: planId, expires_at: expect.any(String) });
  await subscribe(ben, ann, { days: 20 });
  const long = (await check(ben, ann)).expires_at ?? '';
  expect(Date.parse(long)).toBeGreaterThan(Date.parse(short.expires_at ?? ''));
  expect(await check(await guest(), ann)).toEqual(NONE);
  expect(await check(ann, ben)).toEqual(NONE);
  const query = { creator: 'nobody.of.this.name' };
  expect((await client('GET /subscriptions/check', { query }, ben)).error).toEqual({
    code: 'user_not_found',
    detail: 'User not found',
  });
});

it('SV-75: access ends immediately, including to the posts that it opened', async () => {
  const { ann, ben, postBy, subscribe, check, unsubscribe, comments, subscribersOf } = await startTwo();
  await subscribe(ben, ann);
  const mediaId = await postBy(ann, { isLocked: true });
  expect((await comments(ben, mediaId)).status).toBe(200);
  const done = await unsubscribe(ben, ann);
  expect([done.status, done.data]).toEqual([200, { message: 'Unsubscribed successfully' }]);
  expect(await check(ben, ann)).toEqual(NONE);
  expect((await comments(ben, mediaId)).error.code).toBe('media_locked');
  expect(await subscribersOf(ann)).toBe(0);
});

it('SV-75: requires a subscription of the caller, and refuses guests', async () => {
  const { ann, ben, guest, subscribe, unsubscribe, subscribersOf } = await startTwo();
  await subscribe(ben, ann);
  const none = await unsubscribe(ann, ben);
  expect([none.status, none.error]).toEqual([
    404,
    { code: 'no_active_subscription', detail: 'No active subscription' },
  ]);
  expect((await unsubscribe(ben, { username: 'nobody.of.this.name' })).error.code).toBe('user_not_found');
  expect((await unsubscribe(await guest(), ann)).error.code).toBe('registered_only');
  expect(await subscribersOf(ann)).toBe(1);
});

it('SV-75: a plan names its creator; it has to be a paid one of that creator', async () => {
  const { ann, ben, poster, client, offer, subscribe, check, unsubscribe } = await startTwo();
  const planId = await subscribe(ben, ann);
  const [other, foreign] = [await offer(ann), await offer(await poster())];
  const end = (query: { creator?: string; plan_id?: string }) =>
    client('POST /subscriptions/unsubscribe', { query }, ben);
  for (const query of [
    { plan_id: other },
    { plan_id: foreign },
    { plan_id: `plan_${'0'.repeat(24)}` },
    { plan_id: foreign, creator: ann.username },
  ]) {
    const refused = await end(query);
    expect([refused.status, refused.error]).toEqual([
      404,
      { code: 'no_active_subscription', detail: 'No active subscription' },
    ]);
  }
  for (const query of [{}, { plan_id: 'plan_x' }]) expect((await end(query)).status).toBe(422);
  expect((await check(ben, ann)).is_subscribed).toBe(true);
  expect((await end({ plan_id: planId, creator: ann.username })).status).toBe(200);
  expect(await check(ben, ann)).toEqual(NONE);
  await subscribe(ben, ann);
  expect((await end({ plan_id: planId })).data).toEqual({ message: 'Unsubscribed successfully' });
  expect((await unsubscribe(ben, ann)).status).toBe(404);
});

it('SV-75: of many concurrent calls one ends it, and it is counted once', async () => {
  const { ann, ben, poster, subscribe, unsubscribe, subscribersOf } = await startTwo();
  for (const subscriber of [ben, await poster()]) await subscribe(subscriber, ann);
  const answers = await Promise.all(Array.from({ length: 10 }, () => unsubscribe(ben, ann)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  expect(await subscribersOf(ann)).toBe(1);
});

it("X-44: the end is announced to the two users' own connections, not to the room", async () => {
  const { ann, ben, poster, listen, connectShell, postBy, like, subscribe, unsubscribe } = await startTwo();
  await subscribe(ben, ann);
  const eve = await poster();
  const [room, anns, bens] = [await listen(eve, ann), await connectShell(ann), await connectShell(ben)];
  await unsubscribe(ben, ann);
  const payload = { creator: ann.username, subscriber: ben.username };
  for (const { received } of [anns, bens])
    await eventually(() =>
      expect(received.filter(({ event }) => event === 'subscriber_removed')).toEqual([
        { event: 'subscriber_removed', payload },
      ]),
    );
  const mediaId = await postBy(ann);
  await like(eve, mediaId);
  await eventually(() => expect(room.countsOf(mediaId)).toHaveLength(1));
  expect(room.all('subscriber_removed')).toEqual([]);
});

it('R-14: a paid subscription continues through a block, and can be ended', async () => {
  const { ann, ben, block, subscribe, check, unsubscribe } = await startTwo();
  await subscribe(ben, ann);
  await block(ann, ben);
  expect((await check(ben, ann)).is_subscribed).toBe(true);
  expect((await unsubscribe(ben, ann)).status).toBe(200);
});

it('SV-74, SV-75: a suspended user is not found; a subscription to them can still be ended', async () => {
  const { ann, ben, client, subscribe, unsubscribe, suspend } = await startTwo();
  await subscribe(ben, ann);
  await suspend(ann);
  const query = { creator: ann.username };
  for (const answer of [
    await client('GET /subscriptions/check', { query }, ben),
    await client('GET /subscriptions/plans/list', { query }, ben),
  ])
    expect([answer.status, answer.error]).toEqual([
      404,
      { code: 'user_not_found', detail: 'User not found' },
    ]);
  expect((await unsubscribe(ben, ann)).status).toBe(200);
});

it('SV-13: a deleted account has no subscriptions and sells nothing', async () => {
  const { ann, ben, client, offer, subscribe, subscribersOf, database } = await startTwo();
  await subscribe(ben, ann);
  await offer(ben);
  expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, ben)).status).toBe(200);
  expect(await subscribersOf(ann)).toBe(0);
  const sold = database.db.selectFrom('plans').select('plan_id').where('creator_id', '=', ben.userId);
  expect(await sold.where('archived_at', 'is', null).execute()).toEqual([]);
});
