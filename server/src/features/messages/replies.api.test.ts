import { expect, it } from 'vitest';
import { eventually, startChats, type Person } from '../direct/direct.fixture.ts';

/** Starts a room of its creator `ann` and two guests, all connected. */
async function startRoom() {
  const chats = await startChats();
  const { creator: ann, others, groupId } = await chats.roomOf(2);
  const [bob = ann, eve = ann] = others;
  const clients = {
    ann: await chats.connect(ann, groupId),
    bob: await chats.connect(bob, groupId),
    eve: await chats.connect(eve, groupId),
  };
  type Name = keyof typeof clients;
  /** Sends a message that must be stored; returns its id. */
  const say = async (who: Name, content: string, more: Parameters<typeof clients.ann.send>[1] = {}) => {
    const answer = await clients[who].send(content, more);
    if (!('_id' in answer)) throw new Error(`was refused: ${answer.code}`);
    return answer._id;
  };
  /** Returns the code with which a message is refused; undefined if it is stored. */
  const refusal = async (who: Name, content: string, more: Parameters<typeof clients.ann.send>[1]) => {
    const answer = await clients[who].send(content, more);
    return 'code' in answer ? answer.code : undefined;
  };
  const pageOf = async (viewer: Person) => (await chats.history(viewer, groupId)).data.messages;
  const remove = (by: Person, id: string) =>
    chats.client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, by);
  return { ...chats, ann, bob, eve, groupId, clients, say, refusal, pageOf, remove };
}

const REDACTED = {
  sender: null,
  excerpt: '',
  has_image: false,
  has_voice: false,
  has_video: false,
  is_deleted: false,
};

it('RY-01: a reply quotes its original in events, history, single messages and catch-up', async () => {
  const { ann, bob, groupId, clients, say, pageOf, client, history } = await startRoom();
  const original = await say('ann', '  hello \n\n there  ');
  const reply = await say('bob', 'hi', { reply_to: original });
  const quote = {
    message_id: original,
    sequence: 1,
    sender: ann.username,
    excerpt: 'hello there',
    has_image: false,
    has_voice: false,
    has_video: false,
    is_deleted: false,
  };
  for (const name of ['ann', 'bob', 'eve'] as const)
    await eventually(() => expect(clients[name].messages[1]?.reply_to).toEqual(quote));
  expect(clients.ann.messages[0]).toMatchObject({ reply_to: null, edited_at: null, mentions: [] });
  expect((await pageOf(bob)).map(({ reply_to: found }) => found)).toEqual([null, quote]);
  const single = await client('GET /groupchat/messages/:id', { params: { id: reply } }, ann);
  expect(single.data.reply_to).toEqual(quote);
  const later = await history(ann, groupId, { after_sequence: 1 });
  expect(later.data.messages[0]?.reply_to).toEqual(quote);
});

it('RY-01: a reply to what cannot be seen is refused, nothing is stored, and the error names the message', async () => {
  const { ann, bob, groupId, clients, say, refusal, remove, roomOf, connect, pageOf, client } =
    await startRoom();
  const notice = await say('ann', 'soon gone');
  const whisper = await say('ann', `@${bob.username} between us`);
  await remove(ann, notice);
  const elsewhere = await roomOf(0);
  const other = await connect(elsewhere.creator, elsewhere.groupId);
  const foreign = await other.send('in another room');
  if (!('_id' in foreign)) throw new Error('was refused');
  const before = (await pageOf(ann)).length;
  for (const replied of [
    notice,
    whisper,
    foreign._id,
    'zz-zz',
    'not an id',
    '',
    whisper.replace(/-.*/u, '-0'),
  ])
    expect(await refusal('eve', 'hello?', { reply_to: replied })).toBe('reply_not_found');
  const answer = await clients.eve.send('hello?', { reply_to: whisper, clientMessageId: 'words' });
  expect(answer).toMatchObject({
    code: 'reply_not_found',
    detail: 'The message you answer is not here any more',
    clientMessageId: 'words',
  });
  expect(await pageOf(ann)).toHaveLength(before);
  await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, ann);
  expect(await refusal('bob', 'hello?', { reply_to: whisper })).toBe('reply_not_found');
});

it('RY-01, R-03: the retry of a reply is confirmed again after its original was deleted or cleared', async () => {
  const { ann, bob, groupId, clients, say, remove, client, openChat, deleteMessages } = await startRoom();
  const original = await say('ann', 'first');
  const whisper = await say('ann', `@${bob.username} between us`);
  const sent = { reply_to: original, clientMessageId: 'one' };
  const whispered = { reply_to: whisper, clientMessageId: 'two' };
  const first = await clients.bob.send('again', sent);
  const second = await clients.bob.send('between us too', whispered);
  await remove(ann, original);
  await remove(ann, whisper);
  expect(await clients.bob.send('again', sent)).toEqual(first);
  expect(await clients.bob.send('between us too', whispered)).toEqual(second);
  await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, ann);
  expect(await clients.bob.send('again', sent)).toEqual(first);

  const chat = await openChat();
  const id = await chat.annChat.say('private');
  const inChat = { reply_to: id, clientMessageId: 'three' };
  const third = await chat.bobChat.send('answer', inChat);
  await deleteMessages(chat.bob, chat.ann, [id]);
  expect(await chat.bobChat.send('answer', inChat)).toEqual(third);
  await deleteMessages(chat.ann, chat.bob, [id]);
  expect(await chat.bobChat.send('answer', inChat)).toEqual(third);
});

it('RY-01, RY-03: the quote of a deleted message says so, and its replies count as changed', async () => {
  const { ann, bob, groupId, say, remove, pageOf, history } = await startRoom();
  const original = await say('ann', 'regret');
  await say('bob', 'what?', { reply_to: original });
  const { revision } = (await history(bob, groupId)).data;
  await remove(ann, original);
  const quote = { sender: ann.username, excerpt: '', is_deleted: true };
  expect((await pageOf(bob))[1]?.reply_to).toMatchObject(quote);
  const { data } = await history(bob, groupId, { after_sequence: 2, after_revision: revision });
  expect(data.deleted_sequences).toEqual([1]);
  expect(data.revision).toBe(revision + 1);
  expect(data.changed_messages).toMatchObject([{ sequence: 2, reply_to: quote, version: revision + 1 }]);
  expect(JSON.stringify(data)).not.toContain('regret');
});

it('RY-01: whoever may not see the original gets the reply without it, live and in history', async () => {
  const { ann, bob, eve, clients, say, pageOf, block, unblock, history, groupId } = await startRoom();
  await block(eve, ann);
  const original = await say('ann', 'a secret from eve');
  const reply = await say('bob', 'good', { reply_to: original });
  await eventually(() => expect(clients.eve.messages.at(-1)?._id).toBe(reply));
  const redacted = { ...REDACTED, message_id: original, sequence: 1 };
  expect(clients.eve.messages.at(-1)?.reply_to).toEqual(redacted);
  expect((await pageOf(eve)).map(({ reply_to: quote }) => quote)).toEqual([redacted]);
  expect((await history(eve, groupId, { around_sequence: 2 })).data.messages[0]?.reply_to).toEqual(redacted);
  expect(JSON.stringify(clients.eve.received)).not.toContain('a secret');
  await eventually(() => expect(clients.bob.messages.at(-1)?.reply_to?.sender).toBe(ann.username));
  await unblock(eve, ann);
  expect((await pageOf(eve)).at(-1)?.reply_to?.excerpt).toBe('a secret from eve');
  expect((await pageOf(bob)).at(-1)?.reply_to?.excerpt).toBe('a secret from eve');
});

it('RY-01, SV-50: messages of suspended users are quoted for administrators alone and take no replies', async () => {
  const { bob, ann, groupId, say, pageOf, suspend, admin, join, connect, history } = await startRoom();
  const original = await say('bob', 'bad words');
  await say('ann', 'oh', { reply_to: original });
  await suspend(bob);
  expect((await pageOf(ann)).at(-1)?.reply_to).toEqual({ ...REDACTED, message_id: original, sequence: 1 });
  const moderator = await admin();
  expect((await history(moderator, groupId)).data.messages.at(-1)?.reply_to?.excerpt).toBe('bad words');
  await join(moderator, groupId);
  const client = await connect(moderator, groupId);
  expect(await client.send('look', { reply_to: original })).toMatchObject({ code: 'reply_not_found' });
});

it('RY-02: a reply to a whisper is a whisper to the same people, whatever its text and audience say', async () => {
  const { ann, bob, eve, groupId, clients, say, pageOf, leave, join, guest, connect } = await startRoom();
  const zoe = await guest();
  await join(zoe, groupId);
  const zoeClient = await connect(zoe, groupId);
  const whisper = await say('ann', `@${bob.username} @${eve.username} between us`);
  const reply = await say('bob', `@${zoe.username} psst`, { reply_to: whisper, audience: 'room' });
  const people = [ann.username, eve.username].toSorted();
  const expected = { _id: reply, is_private: true, recipient_usernames: people, mentions: [] };
  for (const name of ['ann', 'bob', 'eve'] as const) {
    await eventually(() => expect(clients[name].messages.at(-1)).toMatchObject(expected));
    expect(clients[name].messages.at(-1)?.reply_to).toMatchObject({
      sender: ann.username,
      excerpt: 'between us',
    });
  }
  expect((await pageOf(eve)).at(-1)).toMatchObject(expected);
  expect(await pageOf(zoe)).toEqual([]);
  expect(zoeClient.messages).toEqual([]);
  await leave(eve, groupId);
  const second = await say('bob', 'still here?', { reply_to: reply });
  expect((await pageOf(ann)).at(-1)).toMatchObject({ _id: second, recipient_usernames: [ann.username] });
});

it('RY-02: a reply to a whisper whose people have left or are blocked is refused as a whisper is', async () => {
  const { ann, bob, eve, groupId, clients, say, refusal, leave, block, pageOf } = await startRoom();
  const toBob = await say('ann', `@${bob.username} one`);
  const toBoth = await say('ann', `@${bob.username} @${eve.username} two`);
  const replied = await clients.bob.send('bye', { reply_to: toBob, clientMessageId: 'bye' });
  await block(eve, bob);
  expect(await refusal('bob', 'hello', { reply_to: toBoth })).toBe('blocked_by_user');
  await leave(bob, groupId);
  expect(await refusal('ann', 'hello?', { reply_to: toBob })).toBe('whisper_to_nobody');
  await eventually(() => expect(clients.ann.messages.at(-1)?.is_private_notification).toBe(true));
  expect(replied).toHaveProperty('_id');
  expect((await pageOf(ann)).map(({ content }) => content)).not.toContain('hello?');
});

it('RY-01: a private chat quotes for each side what that side may see', async () => {
  const { openChat, deleteMessages, read, client, connectShell } = await startChats();
  const { ann, bob, annChat, bobChat } = await openChat();
  const shell = await connectShell(ann);
  const original = await annChat.say('hidden soon');
  const own = await bobChat.say('mine');
  await deleteMessages(ann, bob, [own]);
  const reply = await bobChat.say('as I said', { reply_to: own });
  const quotes = (chat: typeof annChat) => chat.all('message').find(({ _id: id }) => id === reply)?.reply_to;
  await eventually(() => expect(quotes(annChat)).toEqual({ ...REDACTED, message_id: own, sequence: 2 }));
  await eventually(() => expect(quotes(bobChat)).toMatchObject({ sender: bob.username, excerpt: 'mine' }));
  await eventually(() =>
    expect(shell.all('new_message').at(-1)?.reply_to).toMatchObject({ sender: null, excerpt: '' }),
  );
  expect(await annChat.refusal('yes', { reply_to: own })).toBe('reply_not_found');
  await bobChat.say('yes', { reply_to: original });
  const conversations = async (someone: Person) =>
    (await client('GET /messages/conversations', { query: {} }, someone)).data.conversations[0]
      ?.latest_message.reply_to;
  expect(await conversations(ann)).toMatchObject({ sender: ann.username, excerpt: 'hidden soon' });
  await deleteMessages(bob, ann, [original]);
  expect(await conversations(bob)).toMatchObject({ message_id: original, sender: null, excerpt: '' });
  expect(await conversations(ann)).toMatchObject({ sender: ann.username });
  expect((await read(bob, ann)).data.messages.at(-1)?.reply_to).toMatchObject({ sender: null });
  const third = await annChat.say('cleared for bob');
  await deleteMessages(bob, ann, []);
  await annChat.say('after', { reply_to: third });
  await eventually(() => expect(bobChat.all('message').at(-1)?.reply_to).toMatchObject({ sender: null }));
  expect((await read(bob, ann)).data.messages.at(-1)?.reply_to).toMatchObject({ sender: null, excerpt: '' });
  expect((await read(ann, bob)).data.messages.at(-1)?.reply_to).toMatchObject({ excerpt: 'cleared for bob' });
});

it('RY-01: unread messages carry the quote, and a reply opens no new chat', async () => {
  const { ann, bob, say, clients, openChat, client, person, connectChat } = await startRoom();
  const whisper = await say('ann', `@${bob.username} one`);
  clients.ann.socket.disconnect();
  await say('bob', 'two', { reply_to: whisper });
  await eventually(async () => {
    const { data } = await client('GET /chat/unread', {}, ann);
    expect(data.messages[0]?.reply_to).toMatchObject({ sender: ann.username, excerpt: 'one' });
  });
  const [chat, stranger] = [await openChat(), await person()];
  const id = await chat.annChat.say('private');
  const strange = await connectChat(stranger, chat.ann);
  expect(await strange.refusal('hm', { reply_to: id })).toBe('reply_not_found');
  const { data } = await client('GET /messages/conversations', { query: {} }, stranger);
  expect(data.conversations).toEqual([]);
});

it('RY-01, MN-01: malformed fields are refused with a clear error', async () => {
  const { groupId, clients, say, openChat } = await startRoom();
  await say('ann', 'fine', { reply_to: null, audience: null });
  const { annChat } = await openChat();
  const malformed = [5, true, {}, [], ['x'], 'x'.repeat(65)];
  for (const value of malformed) {
    const clientMessageId = `malformed ${JSON.stringify(value).slice(0, 9)}`;
    for (const field of ['reply_to', 'audience']) {
      clients.ann.socket.emit('group_message', {
        group_id: groupId,
        content: 'x',
        clientMessageId,
        [field]: value,
      });
      await eventually(() =>
        expect(clients.ann.errors.at(-1)).toMatchObject({ code: 'validation_failed', clientMessageId }),
      );
      clients.ann.errors.length = 0;
    }
    annChat.socket.emit('message', { content: 'x', clientMessageId, reply_to: value });
    await eventually(() =>
      expect(annChat.all('error').at(-1)).toMatchObject({ code: 'invalid_message', clientMessageId }),
    );
  }
});

it('RY-04: both histories take a sequence in the middle, and nothing else beside it', async () => {
  const { ann, bob, eve, groupId, say, history, openChat, read, client, person } = await startRoom();
  for (const n of ['one', 'two', 'three']) await say('ann', n);
  const ends = { has_more: false, has_more_before: false, has_more_after: false, last_sequence: 3 };
  const page = (await history(bob, groupId, { around_sequence: 2, after_revision: 0 })).data;
  expect(page).toMatchObject({ ...ends, revision: 0, cleared_to: 0, changed_messages: [] });
  expect(page.messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  expect((await history(eve, groupId)).data).not.toHaveProperty('has_more_before');
  const { ann: cara, bob: dan, annChat } = await openChat();
  await annChat.say('hello');
  expect((await read(dan, cara, { around_sequence: 9 })).data).toMatchObject({
    ...ends,
    messages: [{ sequence: 1 }],
    last_sequence: 1,
  });
  const nobodys = await read(dan, await person(), { around_sequence: 1 });
  expect(nobodys.data).toMatchObject({ messages: [], has_more_before: false, has_more_after: false });
  for (const more of [{ before: new Date().toISOString() }, { after_sequence: 1 }, { limit: 10 }]) {
    const query = { around_sequence: 2, ...more };
    expect((await history(ann, groupId, query)).status).toBe(422);
    expect((await read(dan, cara, query)).status).toBe(422);
  }
  for (const around of ['0', '-1', 'x', '1.5', '', '9007199254740993'])
    expect(
      (
        await client(
          'GET /groupchat/group-messages',
          { query: { group_id: groupId, around_sequence: around } },
          ann,
        )
      ).status,
    ).toBe(422);
});
