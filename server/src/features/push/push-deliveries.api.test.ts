import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeKnown } from '../../test/known-people.fixture.ts';
import { connectChat } from '../direct/direct.fixture.ts';
import { connectTo, eventually } from '../rooms/rooms.fixture.ts';
import { startPush, type Person } from './push.fixture.ts';

/** Two users who know each other, and a browser of the second one. */
async function startPair({ areKnown = true } = {}) {
  const fixture = await startPush();
  const { client, person, browserOf, db, url } = fixture;
  const [asha, omar] = [await person(), await person()];
  if (areKnown) await makeKnown(db, [asha, omar]);
  const browser = await browserOf(omar);

  /** Sends a private message, by default from Asha to Omar, whose browser is subscribed; then closes the chat. */
  async function say(content: string, { from = asha, to = omar } = {}): Promise<string> {
    const chat = await connectChat(url, from, to);
    const id = await chat.say(content);
    chat.socket.disconnect();
    return id;
  }

  async function waiting(someone: Person = omar) {
    const { rows } = await sql<{ attempts: number; wait: number }>`
      SELECT attempts, extract(epoch FROM due_at - clock_timestamp())::float8 AS wait FROM push_deliveries
      WHERE user_id = ${someone.userId}`.execute(db);
    return rows;
  }

  /** Makes everything of the reader due now, as if time passed. */
  const passTime = () =>
    sql`UPDATE push_deliveries SET due_at = now() WHERE user_id = ${omar.userId}`.execute(db);

  /** Makes new deliveries of the reader due now. Those that are being sent have a lease, which is longer than their wait. */
  const beginFirstTries = () =>
    sql`
      UPDATE push_deliveries SET due_at = now()
      WHERE user_id = ${omar.userId} AND attempts = 0 AND due_at < now() + interval '10 seconds'`.execute(db);

  return {
    ...fixture,
    asha,
    omar,
    browser,
    say,
    waiting,
    passTime,
    /** Resolves once nothing waits for the reader; first tries begin at once. */
    async settled() {
      await beginFirstTries();
      await eventually(async () => expect(await waiting()).toEqual([]));
    },
    /** Resolves once so many tries of the only delivery have failed; the first one begins at once. */
    async tried(attempts: number) {
      await beginFirstTries();
      await eventually(async () => expect(await waiting()).toMatchObject([{ attempts }]));
    },
    settings: async (change: Parameters<typeof client<'PATCH /users/settings'>>[1]['body']) =>
      expect((await client('PATCH /users/settings', { body: change }, omar)).status).toBe(200),
  };
}

it('PN-03: a private message is pushed with its sender and its words, within 5 s', async () => {
  const { say, browser, asha } = await startPair();
  const began = Date.now();
  await say('Are *you* there?');
  await eventually(() => expect(browser.received).toHaveLength(1));
  expect(Date.now() - began).toBeLessThan(5000);
  expect(browser.received[0]?.payload).toMatchObject({
    kind: 'message',
    tag: `chat:${asha.username}`,
    body: 'Are you there?',
    url: `/v1/chat/${asha.username}?m=1`,
    count: 1,
    message_id: expect.any(String),
  });
});

it('PN-03: of several messages only the newest is pushed, with the number of the unread ones', async () => {
  const { say, browser, settled } = await startPair();
  await say('One');
  await say('Two');
  await settled();
  expect(browser.received.at(-1)?.payload).toMatchObject({ body: 'Two', count: 2 });
});

type Pair = Awaited<ReturnType<typeof startPair>>;

it.each<[string, (pair: Pair, id: string) => Promise<unknown>]>([
  ['was read', ({ client, omar }) => client('POST /chat/mark_read', { body: {} }, omar)],
  [
    'was deleted',
    ({ client, asha, omar }, id) =>
      client('POST /chat/delete_messages', { body: { message_ids: [id], recipient: omar.username } }, asha),
  ],
  [
    'is of somebody who was blocked',
    ({ client, asha, omar }) =>
      client('POST /users/block', { body: { blocked_username: asha.username } }, omar),
  ],
  [
    'is of somebody who was suspended',
    ({ db, asha }) => sql`UPDATE users SET suspended_at = now() WHERE id = ${asha.userId}`.execute(db),
  ],
  [
    'is in a muted chat',
    ({ client, asha, omar }) =>
      client('POST /conversations/mute', { body: { recipient: asha.username } }, omar),
  ],
  [
    'is of a kind that is not pushed',
    ({ settings }) => settings({ notifications: { message: { push: false } } }),
  ],
  ['is of a kind that is off', ({ settings }) => settings({ notifications: { message: { in_app: false } } })],
  [
    'falls into quiet hours',
    ({ settings }) => settings({ quiet_hours: { from: '00:00', to: '00:00', time_zone: 'Asia/Kolkata' } }),
  ],
  ['is in a chat that is open', ({ url, asha, omar }) => connectChat(url, omar, asha)],
  ['is for a session that ended', ({ client, omar }) => client('POST /auth/logout', {}, omar)],
])('PN-03, NT-03: a message that %s meanwhile is not pushed', async (_name, change) => {
  const pair = await startPair();
  const id = await pair.say('Hello');
  await change(pair, id);
  await pair.settled();
  expect(pair.browser.received).toEqual([]);
});

it('PN-03: the request of a stranger is not pushed, nor what one wrote oneself', async () => {
  const { say, settled, browser, asha, omar } = await startPair({ areKnown: false });
  await say('Hello, stranger');
  await settled();
  await say('I answer', { from: omar, to: asha });
  await settled();
  expect(browser.received).toEqual([]);
});

it('PN-03: the preview shows the words, only the name, or neither', async () => {
  const { say, settings, settled, browser, asha } = await startPair();
  await settings({ preview: 'name' });
  await say('A secret');
  await settled();
  await settings({ preview: 'none' });
  await say('A secret');
  await settled();
  const texts = browser.received.map(({ payload: { title, body } }) => [title, body]);
  expect(texts).toEqual([
    [asha.username, ''],
    ['New message', ''],
  ]);
});

it('PN-03: what the service can not take is tried again later, unless it was read meanwhile', async () => {
  const { say, browser, waiting, passTime, tried, settled, client, omar } = await startPair();
  browser.answer({ status: 503 });
  await say('One');
  await tried(1);
  expect((await waiting())[0]?.wait).toBeLessThanOrEqual(10);
  browser.answer({ status: 429, headers: { 'retry-after': '100' } });
  await passTime();
  await tried(2);
  expect((await waiting())[0]?.wait).toBeGreaterThan(80);
  browser.answer(undefined);
  await passTime();
  await settled();
  expect(browser.received.map(({ payload }) => payload.body)).toEqual(['One']);

  browser.answer({ status: 503 });
  await say('Two');
  await tried(1);
  browser.answer(undefined);
  await client('POST /chat/mark_read', { body: {} }, omar);
  await passTime();
  await settled();
  expect(browser.received).toHaveLength(1);
});

it('PN-03: a newer message takes the place of one that waits for another try', async () => {
  const { say, browser, tried, settled } = await startPair();
  browser.answer({ status: 503 });
  await say('One');
  await tried(1);
  browser.answer(undefined);
  await say('Two');
  await settled();
  expect(browser.received.map(({ payload }) => payload.body)).toEqual(['Two']);
});

it('PN-03: 410 ends the subscription', async () => {
  const { say, browser, settled, subscriptionsOf, omar } = await startPair();
  browser.answer({ status: 410 });
  await say('Hello');
  await settled();
  expect(await subscriptionsOf(omar)).toEqual([]);
});

it('PN-03: a mention in a room is pushed under the name of the room, and not while the room is open', async () => {
  const { client, asha, omar, browser, settled, url } = await startPair();
  const name = `Tea ${asha.username}`;
  const opened = await client('POST /groupchat/groups/create', { body: { name } }, asha);
  const groupId = opened.data.group_id;
  await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, omar);
  const room = await connectTo(url, asha, groupId);
  await room.send(`Look, @${omar.username}`, { audience: 'room' });
  await settled();
  expect(browser.received).toHaveLength(1);
  expect(browser.received[0]?.payload).toMatchObject({
    kind: 'mention',
    tag: `room:${groupId}`,
    title: name,
    body: expect.stringContaining('Look, @'),
    count: 1,
  });
  await connectTo(url, omar, groupId);
  await room.send(`Once more, @${omar.username}`, { audience: 'room' });
  await settled();
  expect(browser.received).toHaveLength(1);
});

it('PN-03, GR-07: a muted room pushes mentions unless its mute is for them as well', async () => {
  const { client, asha, omar, browser, settled, url } = await startPair();
  const opened = await client(
    'POST /groupchat/groups/create',
    { body: { name: `Quiet ${asha.username}` } },
    asha,
  );
  const groupId = opened.data.group_id;
  await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, omar);
  const room = await connectTo(url, asha, groupId);
  for (const mentionsToo of [false, true]) {
    const body = { group_id: groupId, muted: true, mentions_too: mentionsToo };
    expect((await client('POST /conversations/mute', { body }, omar)).status).toBe(200);
    await room.send(`Look, @${omar.username}`, { audience: 'room' });
    await settled();
    expect(browser.received).toHaveLength(1);
  }
});

it('PN-03, NT-03: other kinds are pushed where they are switched on, once until they were seen', async () => {
  const { client, person, omar, browser, settings, settled } = await startPair();
  const followed = async () => {
    const body = { query: { target_username: omar.username } };
    const fan = await person();
    expect((await client('POST /subscriptions/follow', body, fan)).status).toBe(200);
    await settled();
    return fan;
  };
  const read = async () => {
    const { items } = (await client('GET /activity', { query: {} }, omar)).data;
    await client('POST /activity/read', { body: { up_to: items[0]?.activity_id ?? '' } }, omar);
  };
  await followed();
  expect(browser.received).toEqual([]);
  await read();
  await settings({ notifications: { follow: { push: true } } });
  const second = await followed();
  await followed();
  expect(browser.received.map(({ payload }) => payload)).toMatchObject([
    { kind: 'follow', title: expect.stringContaining('now follow you'), url: `/profile/${second.username}` },
  ]);
  await read();
  await followed();
  expect(browser.received).toHaveLength(2);
});

/** Stores notifications of a user with their items; each is pushed on its own. */
async function notify(db: Pair['db'], { userId }: Person, count: number): Promise<void> {
  await sql`
    WITH told AS (
      INSERT INTO notifications (id, user_id, kind, text)
      SELECT left(md5(${userId} || ' ' || n || random()), 24), ${userId}, 'warning', 'Number ' || n
      FROM generate_series(1, ${count}::integer) AS n RETURNING id)
    INSERT INTO activity_items (id, user_id, kind, subject_type, subject_id)
    SELECT left(md5('item ' || id), 24), ${userId}, 'moderation', 'report', id FROM told`.execute(db);
}

it('PN-03: a push service that is slow delays no other', async () => {
  const { asha, omar, browser, say, person, settings, settled, service, subscribe, db } = await startPair();
  await settings({ notifications: { moderation: { push: true } } });
  const { promise: waited, resolve: answerNow } = Promise.withResolvers<void>();
  browser.answer({ status: 201, after: waited });
  const { pathname } = new URL(browser.subscription.endpoint);
  const slow = () => service.asked.filter((path) => path === pathname).length;
  await notify(db, omar, 200);
  await eventually(() => expect(slow()).toBeGreaterThan(0));
  const zoe = await person();
  await makeKnown(db, [asha, zoe]);
  const fast = service.browser();
  const endpoint = fast.subscription.endpoint.replace('127.0.0.1', 'localhost');
  expect((await subscribe(zoe, { ...fast.subscription, endpoint })).status).toBe(200);
  await say('Are you awake?', { from: asha, to: zoe });
  await eventually(() => expect(fast.received).toHaveLength(1));
  expect(slow(), 'the others wait').toBeLessThan(200);
  browser.answer({ status: 201 });
  answerNow();
  await settled();
});

it('PN-03: pushes that were taken when the database failed are sent as soon as it works again', async () => {
  const { say, browser, waiting, passTime, db } = await startPair();
  await say('Hello');
  await sql`ALTER TABLE push_subscriptions RENAME COLUMN p256dh TO hidden`.execute(db);
  await passTime();
  // Taken, and not decided about: the subscriptions can not be read.
  await eventually(async () => expect((await waiting())[0]?.wait).toBeGreaterThan(10));
  await sql`ALTER TABLE push_subscriptions RENAME COLUMN hidden TO p256dh`.execute(db);
  await eventually(() => expect(browser.received).toHaveLength(1));
});

it('NT-03, PN-03: what happens elsewhere is pushed where its kind is switched on', async () => {
  const { client, asha, omar, browser, settings, settled, db, say } = await startPair();
  const kinds = ['like', 'comment', 'emoji_reaction', 'invite', 'moderation'];
  await settings({ notifications: Object.fromEntries(kinds.map((kind) => [kind, { push: true }])) });
  const mediaId = randomBytes(12).toString('hex');
  await sql`
    INSERT INTO posts (media_id, author_id, caption, visibility, is_locked)
    VALUES (${mediaId}, ${omar.userId}, 'Dusk', 'public', false)`.execute(db);
  await client('POST /media/like', { body: { media_id: mediaId } }, asha);
  await client('POST /media/comment', { body: { media_id: mediaId, comment: 'Lovely' } }, asha);
  const messageId = await say('Good morning', { from: omar, to: asha });
  await client(
    'POST /messages/:id/reactions',
    { params: { id: messageId }, body: { emoji: '👍', on: true } },
    asha,
  );
  const room = await client(
    'POST /groupchat/groups/create',
    { body: { name: `Tea ${asha.username}` } },
    asha,
  );
  const params = { id: room.data.group_id };
  await client('POST /groupchat/groups/:id/invites', { params, body: { username: omar.username } }, asha);
  await notify(db, omar, 1);
  await settled();
  expect(browser.received.map(({ payload }) => payload.kind).toSorted()).toEqual(kinds.toSorted());
});
