import { errors } from '@adda/contract';
import { expect, it } from 'vitest';
import { eventually, startSafety } from '../safety.fixture.ts';

const refusal = { code: 'words_refused', detail: errors.words_refused.detail };

it('SV-105: a room message with a refused word is not stored, and the refusal contains its client id', async () => {
  const { listBoth, roomOf, connect, history } = await startSafety();
  const { refused } = await listBoth();
  const { creator, others, groupId } = await roomOf(1);
  const [ann, bob] = [await connect(creator, groupId), await connect(others[0] ?? creator, groupId)];
  expect(await ann.send(`so ${refused.toUpperCase()}!`, { clientMessageId: 'm1' })).toEqual({
    ...refusal,
    clientMessageId: 'm1',
  });
  expect(await ann.send(`@${bob.username} ${refused}`)).toMatchObject(refusal);
  expect(await ann.send(`${refused}land`, { clientMessageId: 'm1' })).toMatchObject({
    clientMessageId: 'm1',
    sequence: 1,
  });
  const { data } = await history(creator, groupId);
  expect(data.messages.map(({ content }) => content)).toEqual([`${refused}land`]);
  await eventually(() => expect(bob.messages.map(({ content }) => content)).toEqual([`${refused}land`]));
});

it('SV-105: a private message with a refused word is not stored and opens no conversation', async () => {
  const { listBoth, twoPeople, connectChat, read, reportsAbout, client } = await startSafety();
  const { refused } = await listBoth();
  const { ann, bob } = await twoPeople();
  const chat = await connectChat(ann, bob);
  expect(await chat.send(Array.from(refused).join('.'), { clientMessageId: 'p1' })).toEqual({
    ...refusal,
    clientMessageId: 'p1',
  });
  expect((await read(ann, bob)).data.messages).toEqual([]);
  expect((await client('GET /messages/conversations', { query: {} }, bob)).data.conversations).toEqual([]);
  expect(await reportsAbout(ann)).toEqual([]);
});

it('SV-105: a message with a word under review is delivered and reported', async () => {
  const { listBoth, roomOf, connect, connectChat, reportsAbout } = await startSafety();
  const { reviewed } = await listBoth();
  const { creator, others, groupId } = await roomOf(1);
  const [bob = creator] = others;
  const room = await connect(creator, groupId);
  expect(await room.send(`a ${reviewed}`)).toMatchObject({ sequence: 1 });
  await eventually(async () => {
    const [report] = await reportsAbout(creator);
    expect(report?.reason).toContain(reviewed);
    expect(report?.message_id).toBe(room.confirmations[0]?._id);
  });
  const chat = await connectChat(bob, creator);
  const id = await chat.say(`a ${reviewed}`);
  await eventually(async () => expect(await reportsAbout(bob)).toMatchObject([{ message_id: id }]));
});

it('SV-105, R-03: a retry of a message stored before its word was listed is confirmed, not refused', async () => {
  const { list, roomOf, connect, connectChat, twoPeople } = await startSafety();
  const { creator, groupId } = await roomOf(0);
  const { ann, bob } = await twoPeople();
  const [room, chat] = [await connect(creator, groupId), await connectChat(ann, bob)];
  const word = `w${'qx'.repeat(6)}`;
  const first = [
    await room.send(word, { clientMessageId: 'r1' }),
    await chat.send(word, { clientMessageId: 'r1' }),
  ];
  await list(word, 'refuse');
  expect(await room.send(word, { clientMessageId: 'r1' })).toEqual(first[0]);
  expect(await chat.send(word, { clientMessageId: 'r1' })).toEqual(first[1]);
  expect(await room.send(word, { clientMessageId: 'r2' })).toMatchObject(refusal);
  expect(await chat.send(word, { clientMessageId: 'r2' })).toMatchObject(refusal);
});
