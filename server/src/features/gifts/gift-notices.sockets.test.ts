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
