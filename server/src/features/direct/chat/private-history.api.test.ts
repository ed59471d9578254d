import { describe, expect, it } from 'vitest';
import { startChats } from '../direct.fixture.ts';

/** Creates two users who sent ten messages in turns. */
async function startTalk() {
  const chats = await startChats();
  const open = await chats.openChat();
  const ids: string[] = [];
  for (let n = 0; n < 10; n += 1) ids.push(await (n % 2 === 0 ? open.annChat : open.bobChat).say(`m${n}`));
  return { ...chats, ...open, ids };
}

describe('GET /chat/messages', () => {
  it('SV-39, PC-41, PC-42: returns the newest, older and newer messages, ascending, the same to both', async () => {
    const { ann, bob, read, ids } = await startTalk();
    const newest = (await read(ann, bob, { limit: 4 })).data;
    expect(newest.messages.map((message) => message.content)).toEqual(['m6', 'm7', 'm8', 'm9']);
    expect(newest).toMatchObject({ has_more: true, last_sequence: 10, revision: 0, cleared_to: 0 });
    const before = newest.messages[0]?.timestamp ?? '';
    const older = (await read(bob, ann, { limit: 20, before })).data;
    expect(older.messages.map((message) => message._id)).toEqual(ids.slice(0, 6));
    expect(older.has_more).toBe(false);
    const since = (await read(bob, ann, { after_sequence: 8 })).data;
    expect(since.messages.map((message) => message.content)).toEqual(['m8', 'm9']);
    expect(since.messages[0]).toMatchObject({ sender: ann.username, recipient: bob.username });
    expect(since.messages[1]).toMatchObject({ sender: bob.username, recipient: ann.username });
  });

  it('is empty for users who never chatted, and reading does not create a conversation', async () => {
    const { twoPeople, read, connectChat } = await startChats();
    const { ann, bob } = await twoPeople();
    await connectChat(ann, bob);
    expect((await read(ann, bob)).data).toEqual({
      messages: [],
      has_more: false,
      last_sequence: 0,
      revision: 0,
      cleared_to: 0,
      deleted_sequences: [],
      changed_messages: [],
      reload: false,
      hidden_sequences: [],
      plain_links: false,
      is_request: false,
      texts_left: null,
    });
  });

  it.each([
    {
      recipient: 'self',
      status: 400,
      code: 'cannot_chat_with_self',
      detail: 'You cannot chat with yourself.',
    },
    { recipient: 'nobody', status: 404, code: 'user_not_found', detail: 'User not found' },
    { recipient: 'suspended', status: 404, code: 'user_not_found', detail: 'User not found' },
    { recipient: 'blocked', status: 403, code: 'blocked_by_user', detail: 'You are blocked by this user' },
  ])('SV-39, PC-27, PC-49: refuses the history with $recipient', async ({ recipient, status, ...error }) => {
    const { twoPeople, read, suspend, block, refusalOf } = await startChats();
    const { ann, bob } = await twoPeople();
    if (recipient === 'suspended') await suspend(bob);
    if (recipient === 'blocked') await block(bob, ann);
    const username = { self: ann.username, nobody: 'no-such-person' }[recipient] ?? bob.username;
    const answer = await read(ann, { username });
    expect({ status: answer.status, error: answer.error }).toMatchObject({ status, error });
    if (recipient === 'blocked') return;
    // SV-101: the socket refuses with the same text.
    expect(await refusalOf({ token: ann.token, self: ann.username, recipient: username })).toEqual(error);
  });

  it('SV-46: messages are read once the peer has opened the chat', async () => {
    const { twoPeople, connectChat, read } = await startChats();
    const { ann, bob } = await twoPeople();
    const annChat = await connectChat(ann, bob);
    await annChat.say('are you there?');
    expect((await read(ann, bob)).data.messages).toMatchObject([{ is_read: false }]);
    expect((await read(bob, ann)).data.messages).toMatchObject([{ is_read: false }]);
    await connectChat(bob, ann);
    await expect
      .poll(async () => (await read(ann, bob)).data.messages[0]?.is_read, { interval: 20 })
      .toBe(true);
  });
});

describe('GET /chat/messages/:id', () => {
  it('R-14: returns only to the two users, and to neither during a block', async () => {
    const { ann, bob, person, getMessage, block, unblock, ids } = await startTalk();
    const third = await person();
    const [id = ''] = ids;
    for (const someone of [ann, bob])
      expect((await getMessage(someone, id)).data).toMatchObject({ content: 'm0', sender: ann.username });
    for (const wrong of [id.replace(/-.*/, '-zz'), 'nonsense', '0-1'])
      expect((await getMessage(ann, wrong)).error.code).toBe('message_not_found');
    expect((await getMessage(third, id)).error.code).toBe('message_not_found');
    await block(ann, bob);
    for (const someone of [ann, bob])
      expect((await getMessage(someone, id)).error.code).toBe('message_not_found');
    await unblock(ann, bob);
    expect((await getMessage(bob, id)).status).toBe(200);
  });
});
