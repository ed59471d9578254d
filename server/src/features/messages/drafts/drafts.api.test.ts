import { MESSAGE_MAX_LENGTH, type DraftInput } from '@adda/contract/messages';
import { expect, it } from 'vitest';
import { registration } from '../../accounts/accounts.fixture.ts';
import { eventually, startChats, type Person } from '../../direct/direct.fixture.ts';

/** Starts the application, with requests about drafts. */
async function startDrafts() {
  const chats = await startChats();
  const { client } = chats;
  const put = (someone: Person, body: DraftInput) => client('PUT /drafts', { body }, someone);
  const list = async (someone: Person) => (await client('GET /drafts', {}, someone)).data.drafts;
  const textsOf = async (someone: Person) => (await list(someone)).map(({ text }) => text);
  /** Creates a room of a creator and a guest. */
  const startRoom = async () => {
    const { creator, groupId, others } = await chats.roomOf(1);
    return { creator, groupId, guest: others[0] ?? creator };
  };
  return { ...chats, put, list, textsOf, startRoom };
}

const anyTime = expect.stringMatching(/^\d{4}-.*Z$/);

it('FT-04: keeps the drafts of a user for rooms and private chats, guests too, the newest first', async () => {
  const { put, list, startRoom, twoPeople } = await startDrafts();
  const { creator, groupId, guest } = await startRoom();
  const { ann } = await twoPeople();
  const inRoom = { group_id: groupId, text: 'see you', reply_to: null, updated_at: anyTime };
  expect((await put(guest, { group_id: groupId, text: 'see you' })).data).toEqual({ draft: inRoom });
  await put(guest, { recipient: ann.username, text: 'hello there', reply_to: null });
  expect(await list(guest)).toEqual([
    { recipient: ann.username, text: 'hello there', reply_to: null, updated_at: anyTime },
    inRoom,
  ]);
  expect(await list(creator)).toEqual([]);
  expect(await list(ann)).toEqual([]);
  await put(guest, { group_id: groupId, text: 'see you at ten' });
  expect((await list(guest)).map(({ text }) => text)).toEqual(['see you at ten', 'hello there']);
  for (const text of ['', ' \n\u200b']) {
    await put(guest, { group_id: groupId, text: 'again' });
    expect((await put(guest, { group_id: groupId, text })).data).toEqual({ draft: null });
  }
  await put(guest, { recipient: ann.username, text: '' });
  expect(await list(guest)).toEqual([]);
  expect((await put(guest, { group_id: groupId, text: '' })).data).toEqual({ draft: null });
});

it('FT-04: takes exactly one place and at most 2,000 characters', async () => {
  const { put, startRoom, textsOf } = await startDrafts();
  const { creator, groupId, guest } = await startRoom();
  const both = { group_id: groupId, recipient: guest.username, text: 'x' };
  expect((await put(creator, both)).status).toBe(422);
  expect((await put(creator, { text: 'x' })).status).toBe(422);
  expect((await put(creator, { group_id: groupId, text: 'x'.repeat(MESSAGE_MAX_LENGTH + 1) })).status).toBe(
    422,
  );
  const longest = 'x'.repeat(MESSAGE_MAX_LENGTH);
  expect((await put(creator, { group_id: groupId, text: longest })).status).toBe(200);
  expect(await textsOf(creator)).toEqual([longest]);
});

it('FT-04: a room that the user is not in is not found, also after leaving and for administrators', async () => {
  const { put, textsOf, startRoom, person, admin, leave, join, ban, deleteGroup } = await startDrafts();
  const { creator, groupId, guest } = await startRoom();
  const [outsider, reader] = [await person(), await admin()];
  const unknown = 'f'.repeat(24);
  const missing = (id: string) => ({
    status: 404,
    error: { code: 'group_not_found', detail: `Group "${id}" not found` },
  });
  expect(await put(outsider, { group_id: unknown, text: 'x' })).toMatchObject(missing(unknown));
  for (const someone of [outsider, reader])
    expect(await put(someone, { group_id: groupId, text: 'x' })).toMatchObject(missing(groupId));
  await put(guest, { group_id: groupId, text: 'mine' });
  await leave(guest, groupId);
  expect(await textsOf(guest)).toEqual([]);
  expect(await put(guest, { group_id: groupId, text: 'x' })).toMatchObject(missing(groupId));
  await join(guest, groupId);
  expect(await textsOf(guest)).toEqual(['mine']);
  await ban(creator, groupId, guest);
  expect(await textsOf(guest)).toEqual([]);
  await put(creator, { group_id: groupId, text: 'mine too' });
  await deleteGroup(creator, groupId);
  expect(await textsOf(creator)).toEqual([]);
  expect(await put(creator, { group_id: groupId, text: 'x' })).toMatchObject(missing(groupId));
});

it.each(['before', 'after'])(
  'FT-04, R-07: a block hides drafts for the other user from both sides until it ends, %s the first message',
  async (when) => {
    const { put, textsOf, openChat, block, unblock, suspend } = await startDrafts();
    const { ann, bob, annChat } = await openChat();
    if (when === 'after') await annChat.say('hello');
    await put(ann, { recipient: bob.username, text: 'of ann' });
    await put(bob, { recipient: ann.username, text: 'of bob' });
    await block(ann, bob);
    const refused = { status: 403, error: { code: 'blocked_by_user' } };
    expect(await put(ann, { recipient: bob.username, text: 'x' })).toMatchObject(refused);
    expect(await put(bob, { recipient: ann.username, text: 'x' })).toMatchObject(refused);
    expect([await textsOf(ann), await textsOf(bob)]).toEqual([[], []]);
    await unblock(ann, bob);
    expect([await textsOf(ann), await textsOf(bob)]).toEqual([['of ann'], ['of bob']]);
    await suspend(bob);
    expect(await textsOf(ann)).toEqual([]);
    expect((await put(ann, { recipient: bob.username, text: 'x' })).error.code).toBe('user_not_found');
  },
);

it('FT-04: an unknown user and oneself have the answers of the history; an unavailable one takes drafts', async () => {
  const { put, twoPeople, setAvailable, textsOf } = await startDrafts();
  const { ann, bob } = await twoPeople();
  expect(await put(ann, { recipient: 'nobody-here', text: 'x' })).toMatchObject({
    status: 404,
    error: { code: 'user_not_found' },
  });
  expect((await put(ann, { recipient: ann.username, text: 'x' })).error.code).toBe('cannot_chat_with_self');
  await setAvailable(bob, false);
  await put(ann, { recipient: bob.username, text: 'for later' });
  expect(await textsOf(ann)).toEqual(['for later']);
});

it('FT-04: a draft for a user without a chat opens none, and the first message removes it', async () => {
  const { client, put, list, twoPeople, connectChat, connectShell } = await startDrafts();
  const { ann, bob } = await twoPeople();
  const shell = await connectShell(ann);
  await put(ann, { recipient: bob.username, text: 'hello' });
  await put(bob, { recipient: ann.username, text: 'of bob' });
  for (const someone of [ann, bob])
    expect((await client('GET /messages/conversations', { query: {} }, someone)).data.conversations).toEqual(
      [],
    );
  await (await connectChat(ann, bob)).say('hello');
  expect(await list(ann)).toEqual([]);
  expect(await list(bob)).toMatchObject([{ recipient: ann.username, text: 'of bob' }]);
  const place = { recipient: bob.username, reply_to: null, updated_at: anyTime };
  await eventually(() =>
    expect(shell.all('draft_changed')).toEqual([
      { ...place, text: 'hello' },
      { ...place, text: '' },
    ]),
  );
});

it('FT-04: other main screens of the user hear of each change, also of the removal by a message in a room', async () => {
  const { put, list, startRoom, connect, connectShell } = await startDrafts();
  const { creator, groupId, guest } = await startRoom();
  const [one, other, stranger] = [
    await connectShell(guest),
    await connectShell(guest),
    await connectShell(creator),
  ];
  await put(guest, { group_id: groupId, text: 'one' });
  await put(guest, { group_id: groupId, text: 'one' });
  await put(guest, { group_id: groupId, text: 'one two' });
  await put(creator, { group_id: groupId, text: 'of the creator' });
  await (await connect(guest, groupId)).send('one two');
  for (const shell of [one, other])
    await eventually(() =>
      expect(shell.all('draft_changed').map(({ text }) => text)).toEqual(['one', 'one two', '']),
    );
  const times = one.all('draft_changed').map(({ updated_at: at }) => at);
  expect(times.toSorted()).toEqual(times);
  expect(await list(guest)).toEqual([]);
  expect(stranger.all('draft_changed').map(({ text }) => text)).toEqual(['of the creator']);
});

it('FT-04: `reply_to` is kept for a message of the same conversation that the user may see, otherwise null', async () => {
  const { put, startRoom, connect, client, openChat } = await startDrafts();
  const { creator, groupId, guest } = await startRoom();
  const room = await connect(creator, groupId);
  const idOf = async (content: string) => {
    const answer = await room.send(content);
    if (!('_id' in answer)) throw new Error(`was refused: ${answer.code}`);
    return answer._id;
  };
  const whisper = await idOf(`@${guest.username} between us`);
  const { annChat } = await openChat();
  const elsewhere = await annChat.say('hello');
  const replyOf = async (someone: Person, replyTo: string) =>
    (await put(someone, { group_id: groupId, text: `about ${replyTo}`, reply_to: replyTo })).data.draft
      ?.reply_to;
  expect(await replyOf(guest, whisper)).toBe(whisper);
  for (const id of [elsewhere, 'no id', 'zz-1']) expect(await replyOf(guest, id)).toBeNull();
  await client('POST /groupchat/delete_messages', { body: { message_ids: [whisper] } }, creator);
  expect(await replyOf(guest, whisper)).toBeNull();
});

it('FT-04: `reply_to` is null for a whisper to others', async () => {
  const { put, roomOf, connect } = await startDrafts();
  const { creator, groupId, others } = await roomOf(2);
  const [one = creator, other = creator] = others;
  const answer = await (await connect(creator, groupId)).send(`@${one.username} between us`);
  if (!('_id' in answer)) throw new Error(`was refused: ${answer.code}`);
  const reply = { group_id: groupId, text: 'x', reply_to: answer._id };
  expect((await put(other, reply)).data.draft?.reply_to).toBeNull();
  expect((await put(one, reply)).data.draft?.reply_to).toBe(answer._id);
});

it('FT-04, SV-04: a guest who becomes permanent keeps drafts, and drafts for them have the new name', async () => {
  const { client, put, list, textsOf, guest, person } = await startDrafts();
  const [visitor, bob] = [await guest(), await person()];
  await put(visitor, { recipient: bob.username, text: 'of the guest' });
  await put(bob, { recipient: visitor.username, text: 'for the guest' });
  const { country: _country, ...body } = registration();
  const upgrade = { username: body.username, email: body.email, password: body.password };
  const { data } = await client('POST /auth/upgrade', { body: upgrade }, visitor);
  expect(await textsOf({ username: data.username, token: data.access_token })).toEqual(['of the guest']);
  expect(await list(bob)).toMatchObject([{ recipient: data.username, text: 'for the guest' }]);
});
