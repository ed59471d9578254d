import type { MuteInput } from '@adda/contract/messages';
import { expect, it } from 'vitest';
import { eventually, startChats, type Person } from '../../direct/direct.fixture.ts';

/** Starts the application, with a room, and two people who have a private chat. */
async function startMutes() {
  const chats = await startChats();
  const { client } = chats;
  const { creator, groupId, others } = await chats.roomOf(1);
  const mute = (someone: Person, body: Partial<MuteInput>) =>
    client('POST /conversations/mute', { body: { muted: true, mentions_too: false, ...body } }, someone);
  return { ...chats, creator, groupId, guest: others[0] ?? creator, mute };
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

it('GR-07: mutes a room without end or until a time, on all devices of the user alone, and ends that', async () => {
  const { client, mute, creator, guest, groupId, getRoom, connectShell } = await startMutes();
  const shell = await connectShell(guest);
  const stateOf = async (someone: Person) => {
    const { is_muted: isMuted, muted_until: until } = (await getRoom(someone, groupId)).data;
    return [isMuted, until];
  };
  const forever = { group_id: groupId, is_muted: true, muted_until: null, mentions_too: false };
  expect((await mute(guest, { group_id: groupId, until: null })).data).toEqual(forever);
  expect(await stateOf(guest)).toEqual([true, null]);
  expect(await stateOf(creator)).toEqual([false, null]);
  const until = inAnHour();
  await mute(guest, { group_id: groupId, until, mentions_too: true });
  expect(await stateOf(guest)).toEqual([true, until]);
  const mutes = async () => (await client('GET /conversations/mutes', {}, guest)).data.mutes;
  expect(await mutes()).toEqual([
    { group_id: groupId, is_muted: true, muted_until: until, mentions_too: true },
  ]);
  await mute(guest, { group_id: groupId, muted: false, until });
  expect(await stateOf(guest)).toEqual([false, null]);
  expect(await mutes()).toEqual([]);
  await eventually(() =>
    expect(
      shell.received.flatMap(({ event, payload }) => (event === 'mute_changed' ? [payload] : [])),
    ).toEqual([
      forever,
      { group_id: groupId, is_muted: true, muted_until: until, mentions_too: true },
      { group_id: groupId, is_muted: false, muted_until: null, mentions_too: false },
    ]),
  );
});

it('GR-07: refuses past times, rooms of others, people without a chat, and anything but one place', async () => {
  const { mute, guest, groupId, open, person } = await startMutes();
  const answerOf = async (input: Partial<MuteInput>) => {
    const { status, error } = await mute(guest, input);
    return [status, status === 422 ? 'invalid' : error.code];
  };
  const past = new Date(Date.now() - 1000).toISOString();
  expect(await answerOf({ group_id: groupId, until: past })).toEqual([400, 'mute_until_past']);
  expect(await answerOf({ group_id: groupId, until: 'tomorrow' })).toEqual([422, 'invalid']);
  const owner = await person();
  expect(await answerOf({ group_id: await open(owner) })).toEqual([404, 'group_not_found']);
  expect(await answerOf({ recipient: owner.username })).toEqual([404, 'nothing_to_mute']);
  expect(await answerOf({ recipient: 'nobody_here' })).toEqual([404, 'user_not_found']);
  expect(await answerOf({})).toEqual([422, 'invalid']);
  expect(await answerOf({ group_id: groupId, recipient: owner.username })).toEqual([422, 'invalid']);
});

it('GR-07, SV-46: unread messages of muted conversations count as muted alone, until that ends', async () => {
  const { client, mute, twoPeople, connectChat, connectShell } = await startMutes();
  const { ann, bob } = await twoPeople();
  const shell = await connectShell(bob);
  const writer = await connectChat(ann, bob);
  await writer.send('hello');
  const countsOf = async () => {
    const { messages, ...numbers } = (await client('GET /chat/unread', {}, bob)).data;
    return { shown: messages.length, ...numbers };
  };
  const muted = { total: 0, by_sender: {}, requests: 0, muted: 1 };
  const heard = { total: 1, by_sender: { [ann.username]: 1 }, requests: 0, muted: 0 };
  expect(await countsOf()).toEqual({ shown: 1, ...heard });
  await mute(bob, { recipient: ann.username });
  expect(await countsOf()).toEqual({ shown: 0, ...muted });
  await eventually(() => expect(shell.all('unread_count').at(-1)).toEqual(muted));
  await mute(bob, { recipient: ann.username, muted: false });
  expect(await countsOf()).toEqual({ shown: 1, ...heard });
  await eventually(() => expect(shell.all('unread_count').at(-1)).toEqual(heard));
});
