import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually, type Person } from '../rooms/rooms.fixture.ts';
import { startGifts } from './gifts.fixture.ts';

async function startRoom() {
  const fixture = await startGifts();
  const { creator, groupId, ann, ben } = await fixture.roomOfTwo();
  const { client } = fixture;
  return {
    ...fixture,
    creator,
    groupId,
    ann,
    ben,
    historyOf: async (reader: Person, afterSequence?: number) => {
      const query = afterSequence === undefined ? {} : { after_sequence: afterSequence };
      return (await fixture.history(reader, groupId, query)).data.messages;
    },
    block: (by: Person, { username }: Person) =>
      client('POST /users/block', { body: { blocked_username: username } }, by),
  };
}

it('SV-38: the response states the cost, and the room has one message of the gift, also after a reload', async () => {
  const { groupId, ann, ben, creator, sendGift, historyOf, connect } = await startRoom();
  const watching = await connect(creator, groupId);
  const talking = await connect(ann, groupId);
  await talking.send('before');
  const { data } = await sendGift(ann, groupId, ben, 'love', 'one');
  expect(data).toMatchObject({ cost: 25, gift_emoji: '❤️', recipient: ben.username });
  await sendGift(ann, groupId, ben, 'love', 'one');
  await talking.send('after');
  const messages = await historyOf(ben);
  const words = `${ann.username} sent Love ❤️ to ${ben.username}`;
  expect(messages.map(({ content }) => content)).toEqual(['before', words, 'after']);
  const [before, notice, after] = messages;
  expect(notice).toMatchObject({
    sender: 'system',
    is_admin: true,
    is_private: false,
    is_deleted: false,
    clientMessageId: null,
    image_url: null,
  });
  const sequences = [before, notice, after].map((message) => message?.sequence ?? 0);
  const first = sequences[0] ?? 0;
  expect(sequences).toEqual([first, first + 1, first + 2]);
  await eventually(() => expect(watching.messages.at(-1)?.content).toBe('after'));
  expect(watching.messages.filter(({ sender }) => sender === 'system')).toEqual([notice]);
  expect((await historyOf(creator, first)).map(({ content }) => content)).toEqual([words, 'after']);
});

it('SV-38, R-14: a user blocked with either party never receives it, live or in the history', async () => {
  const { groupId, ann, ben, creator, sendGift, historyOf, connect, block, memberWith, client } =
    await startRoom();
  const [eve, dan] = [await memberWith(0, groupId), await memberWith(0, groupId)];
  await block(eve, ann);
  await block(ben, dan);
  const [toEve, toDan, toCreator] = [
    await connect(eve, groupId),
    await connect(dan, groupId),
    await connect(creator, groupId),
  ];
  await sendGift(ann, groupId, ben, 'kiss');
  await toCreator.send('a mark');
  const contents = (of: typeof toEve) => of.messages.map(({ content }) => content);
  for (const hearing of [toEve, toDan]) {
    await eventually(() => expect(contents(hearing)).toContain('a mark'));
    expect(contents(hearing)).toEqual(['a mark']);
  }
  for (const reader of [eve, dan])
    expect((await historyOf(reader)).map(({ content }) => content)).toEqual(['a mark']);
  const [notice] = await historyOf(creator);
  const found = (by: Person) =>
    client('GET /groupchat/messages/:id', { params: { id: notice?._id ?? '' } }, by);
  expect((await found(ben)).data.content).toContain('Kiss');
  expect((await found(eve)).error.code).toBe('message_not_found');
  // A user who blocks one of them afterwards no longer sees it.
  await block(creator, ben);
  expect((await historyOf(creator)).map(({ content }) => content)).toEqual(['a mark']);
});

it('SV-38, R-01: a refused gift leaves no message', async () => {
  const { groupId, ann, ben, sendGift, historyOf } = await startRoom();
  expect((await sendGift(ben, groupId, ann, 'kiss')).error.code).toBe('gift_funds');
  expect((await sendGift(ann, groupId, ann, 'kiss')).error.code).toBe('gift_to_self');
  expect(await historyOf(ann)).toEqual([]);
});

it('SV-13: the name of a deleted account is removed', async () => {
  const { groupId, ann, ben, sendGift, historyOf, client } = await startRoom();
  await sendGift(ann, groupId, ben, 'hug');
  const deletion = await client('DELETE /users/me', { body: { password: 'correct horse battery' } }, ann);
  expect(deletion.status).toBe(200);
  const [notice] = await historyOf(ben);
  expect(notice?.content).toMatch(/ sent Hug 🤗 to /);
  expect(notice?.content).not.toContain(ann.username);
});

it('SV-38: concurrent gifts and messages of one room have gapless sequences', async () => {
  const { groupId, ann, ben, creator, sendGift, historyOf, connect } = await startRoom();
  const talking = await connect(creator, groupId);
  await Promise.all([
    ...Array.from({ length: 5 }, (_, index) => sendGift(ann, groupId, ben, 'like', `gift ${index}`)),
    ...Array.from({ length: 5 }, (_, index) => talking.send(`message ${index}`)),
  ]);
  const sequences = (await historyOf(ben)).map(({ sequence }) => sequence);
  expect(sequences).toHaveLength(10);
  expect((sequences.at(-1) ?? 0) - (sequences[0] ?? 0)).toBe(9);
});

/** What each place that shows messages of a room has for a reader: contents, and the numbers of what is unread. */
async function readEverywhere(
  { client, groupId, historyOf, history }: Awaited<ReturnType<typeof startRoom>>,
  reader: Person,
  gift: { readonly _id: string; readonly sequence: number },
) {
  const { data: inbox } = await client('GET /inbox', { query: {} }, reader);
  const row = inbox.items.find((item) => item.kind === 'room' && item.group_id === groupId);
  const { data: preview } = await client(
    'GET /groupchat/groups/:id/preview',
    { params: { id: groupId } },
    reader,
  );
  const around = await history(reader, groupId, { around_sequence: gift.sequence });
  const one = await client('GET /groupchat/messages/:id', { params: { id: gift._id } }, reader);
  const contentsOf = (messages: readonly { content: string }[]) => messages.map(({ content }) => content);
  return {
    history: contentsOf(await historyOf(reader)),
    catchUp: contentsOf(await historyOf(reader, gift.sequence - 1)),
    around: contentsOf(around.data.messages),
    preview: contentsOf(preview.messages),
    latest: row?.latest_message?.content,
    unread: [row?.unread_count, row?.mention_count],
    status: one.status,
  };
}

it('HM-13: a gift is a line of the history everywhere, unread for nobody, and absent while giver or receiver is suspended', async () => {
  const scene = await startRoom();
  const { groupId, ann, ben, creator, admin, join, sendGift, historyOf, connect, client, database } = scene;
  const boss = await admin();
  await join(boss, groupId);
  const talking = await connect(creator, groupId);
  await talking.send('before');
  const before = await client('GET /inbox', { query: {} }, creator);
  await sendGift(ann, groupId, ben, 'hug', 'the same');
  await sendGift(ann, groupId, ben, 'hug', 'the same');
  const gift = (await historyOf(creator)).at(-1);
  if (!gift) throw new Error('There is no line of the gift.');
  const words = `${ann.username} sent Hug 🤗 to ${ben.username}`;
  const shown = {
    history: ['before', words],
    catchUp: [words],
    around: ['before', words],
    preview: ['before', words],
    latest: words,
    unread: [0, 0],
    status: 200,
  };
  expect(await readEverywhere(scene, creator, gift)).toEqual(shown);
  // Neither the receiver nor a reader who was away has anything to read but the message of a user.
  expect(await readEverywhere(scene, ben, gift)).toEqual({ ...shown, unread: [1, 0] });
  const unread = await client('GET /inbox', { query: { filter: 'unread' } }, creator);
  expect(unread.data.items).toEqual([]);
  expect(before.data.items).toHaveLength(1);
  const hidden = {
    history: ['before'],
    catchUp: [],
    around: ['before'],
    preview: ['before'],
    latest: 'before',
    unread: [0, 0],
    status: 404,
  };
  const setSuspended = (who: Person, isSuspended: boolean) =>
    sql`UPDATE users SET suspended_at = ${isSuspended ? sql`now()` : null} WHERE username = ${who.username}`.execute(
      database.db,
    );
  for (const gone of [ann, ben]) {
    await setSuspended(gone, true);
    expect(await readEverywhere(scene, creator, gift)).toEqual(hidden);
    expect((await readEverywhere(scene, boss, gift)).history).toEqual(['before', words]);
    await setSuspended(gone, false);
    expect(await readEverywhere(scene, creator, gift)).toEqual(shown);
  }
});
