import { expect, it } from 'vitest';
import { eventually, startChats, type Person } from '../../direct/direct.fixture.ts';

/** Starts a room of its creator and two guests; only the creator has it open. */
async function startRoom() {
  const chats = await startChats();
  const { creator: ann, others, groupId } = await chats.roomOf(2);
  const [bob = ann, eve = ann] = others;
  const annClient = await chats.connect(ann, groupId);
  /** Sends a message that must be stored; returns its id. */
  const say = async (content: string, more: Parameters<typeof annClient.send>[1] = {}) => {
    const answer = await annClient.send(content, more);
    if (!('_id' in answer)) throw new Error(`was refused: ${answer.code}`);
    return answer._id;
  };
  const last = () => annClient.messages.at(-1);
  /** Returns the mentions of the newest message as everybody receives it. */
  const mentionsIn = async (content: string, more: Parameters<typeof annClient.send>[1] = {}) => {
    const id = await say(content, more);
    await eventually(() => expect(last()?._id).toBe(id));
    return last()?.mentions;
  };
  /** Returns the user's unread mentions in the room, and the sequence of the oldest. */
  const countFor = async (someone: Person) => {
    const { data } = await chats.getRoom(someone, groupId);
    const list = await chats.client('GET /groupchat/groups', { query: { limit: 100 } }, someone);
    const listed = list.data.groups.find((group) => group.group_id === groupId);
    expect([listed?.unread_mentions, listed?.oldest_mention]).toEqual([
      data.unread_mentions,
      data.oldest_mention,
    ]);
    return [data.unread_mentions, data.oldest_mention];
  };
  return { ...chats, ann, bob, eve, groupId, annClient, say, last, mentionsIn, countFor };
}

it('MN-01: a public message mentions the members that it names, in live events and in history', async () => {
  const { ann, bob, eve, groupId, mentionsIn, history, guest } = await startRoom();
  const stranger = await guest();
  const short = bob.username.replace('_guest-', '');
  expect(await mentionsIn(`hi @${bob.username}.`)).toEqual([bob.username]);
  expect(await mentionsIn(`so ＠${short.toUpperCase()}: and @${eve.username}, @${bob.username}`)).toEqual([
    bob.username,
    eve.username,
  ]);
  expect(await mentionsIn(`a@${bob.username} @${stranger.username} @${ann.username} @nobody`)).toEqual([]);
  expect(await mentionsIn(`no names`)).toEqual([]);
  const { data } = await history(eve, groupId);
  expect(data.messages.map(({ mentions }) => mentions)).toEqual([
    [bob.username],
    [bob.username, eve.username],
    [],
    [],
  ]);
});

it('MN-01: names the first ten members alone', async () => {
  const { groupId, mentionsIn, guest, join } = await startRoom();
  const guests = await Promise.all(Array.from({ length: 11 }, () => guest()));
  for (const someone of guests) await join(someone, groupId);
  const names = guests.map(({ username }) => username);
  const text = `all: ${names.map((name) => `@${name}`).join(' ')}`;
  expect(await mentionsIn(text)).toEqual(names.slice(0, 10));
});

it('MN-01: the audience decides whether a leading name whispers', async () => {
  const { bob, eve, groupId, annClient, say, last, mentionsIn, history } = await startRoom();
  const text = `@${bob.username} hello`;
  expect(await mentionsIn(text, { audience: 'room' })).toEqual([bob.username]);
  expect(last()).toMatchObject({ is_private: false, recipient_usernames: [], content: text });
  expect((await history(eve, groupId)).data.messages).toHaveLength(1);
  for (const audience of [undefined, null, 'whisper'] as const) {
    expect(await mentionsIn(`${text} @${eve.username}`, { audience })).toEqual([]);
    expect(last()).toMatchObject({ is_private: true, recipient_usernames: [bob.username] });
  }
  expect((await history(eve, groupId)).data.messages).toHaveLength(1);
  for (const content of ['hello', `hello @${bob.username}`])
    expect(await annClient.send(content, { audience: 'whisper', clientMessageId: content })).toMatchObject({
      code: 'whisper_to_nobody',
      clientMessageId: content,
    });
  expect(await annClient.send(`@${bob.username}`, { audience: 'whisper' })).toMatchObject({
    code: 'message_empty',
  });
  await say('after');
  expect((await history(bob, groupId)).data.messages).toHaveLength(5);
});

it('MN-03: mentions are unread until the room shows them, and every tab of the user is told', async () => {
  const { bob, eve, groupId, say, countFor, connect, connectShell } = await startRoom();
  const shell = await connectShell(bob);
  const evesShell = await connectShell(eve);
  const told = () => shell.all('mentions_changed').at(-1);
  expect(await countFor(bob)).toEqual([0, null]);
  await say('nobody');
  await say(`you @${bob.username}`);
  await eventually(() =>
    expect(told()).toEqual({ group_id: groupId, unread_mentions: 1, oldest_mention: 2 }),
  );
  await say(`again @${bob.username}`);
  await eventually(() => expect(told()).toMatchObject({ unread_mentions: 2, oldest_mention: 2 }));
  expect(await countFor(bob)).toEqual([2, 2]);
  expect(await countFor(eve)).toEqual([0, null]);
  const open = await connect(bob, groupId);
  await eventually(() => expect(told()).toMatchObject({ unread_mentions: 0, oldest_mention: null }));
  expect(await countFor(bob)).toEqual([0, null]);
  const before = shell.all('mentions_changed').length;
  await say(`while open @${bob.username}`);
  await eventually(() => expect(open.messages.at(-1)?.content).toContain('while open'));
  expect(open.messages).toHaveLength(1);
  await expect.poll(() => countFor(bob)).toEqual([0, null]);
  expect(shell.all('mentions_changed').slice(before)).not.toContainEqual(
    expect.objectContaining({ unread_mentions: 1 }),
  );
  expect(evesShell.all('mentions_changed')).toEqual([]);
});

it('MN-03: an old page that is read leaves newer mentions unread', async () => {
  const { bob, groupId, say, countFor, history } = await startRoom();
  for (let n = 0; n < 30; n += 1) await say(`line ${n}`);
  await say(`you @${bob.username}`);
  await history(bob, groupId, { around_sequence: 2 });
  expect(await countFor(bob)).toEqual([1, 31]);
});

it('MN-03: deleted, cleared and hidden messages count no longer', async () => {
  const { ann, bob, groupId, say, countFor, client, connectShell, block, unblock, suspend, leave, join } =
    await startRoom();
  const shell = await connectShell(bob);
  const told = () => shell.all('mentions_changed').at(-1);
  const text = `you @${bob.username}`;
  const first = await say(text);
  await say(text);
  await eventually(() => expect(told()).toMatchObject({ unread_mentions: 2 }));
  await client('POST /groupchat/delete_messages', { body: { message_ids: [first] } }, ann);
  await eventually(() => expect(told()).toMatchObject({ unread_mentions: 1, oldest_mention: 2 }));
  await block(bob, ann);
  await eventually(() => expect(told()).toMatchObject({ unread_mentions: 0, oldest_mention: null }));
  expect(await countFor(bob)).toEqual([0, null]);
  await unblock(bob, ann);
  await eventually(() => expect(told()).toMatchObject({ unread_mentions: 1, oldest_mention: 2 }));
  await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, ann);
  await eventually(() => expect(told()).toMatchObject({ unread_mentions: 0 }));
  await say(text);
  await eventually(() => expect(told()).toMatchObject({ unread_mentions: 1 }));
  await leave(bob, groupId);
  expect(await countFor(bob)).toEqual([0, null]);
  await join(bob, groupId);
  expect(await countFor(bob)).toEqual([0, null]);
  await say(text);
  expect(await countFor(bob)).toMatchObject([1, expect.any(Number)]);
  await suspend(ann);
  expect(await countFor(bob)).toEqual([0, null]);
});

it('MN-01: a blocked member is named all the same, is not told, and sees nothing', async () => {
  const { ann, bob, eve, groupId, mentionsIn, block, connect, connectShell, countFor } = await startRoom();
  await block(bob, ann);
  const shell = await connectShell(bob);
  const [open, evesRoom] = [await connect(bob, groupId), await connect(eve, groupId)];
  expect(await mentionsIn(`you @${bob.username} and @${eve.username}`)).toEqual([bob.username, eve.username]);
  await eventually(() => expect(evesRoom.messages).toHaveLength(1));
  expect(open.messages).toEqual([]);
  expect(await countFor(bob)).toEqual([0, null]);
  const told = shell.all('mentions_changed');
  expect(told.filter(({ unread_mentions: count }) => count > 0)).toEqual([]);
});
