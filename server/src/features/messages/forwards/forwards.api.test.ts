import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { appendNotices } from '../notices.repository.ts';
import { messageIdOf, messageRefOf } from '../message-id.codec.ts';
import { startForwarding } from './forwards.fixture.ts';

const refused = (status: number, code: string) => ({ status, error: { code } });

describe('FT-06: forwarding', () => {
  it('sends the message to rooms and private chats as a message of the caller, who need not be its author', async () => {
    const { ann, bob, eve, other, say, forward, messagesOf, read } = await startForwarding();
    const id = await say(`@${eve.username} is the *best*`, { audience: 'room' });
    const answer = await forward(bob, id, [{ recipient: eve.username }, { group_id: other }]);
    expect(answer.status).toBe(200);
    const [toEve, toRoom] = answer.data.messages;
    expect(toEve).toMatchObject({ recipient: eve.username, sequence: 1 });
    expect(toRoom).toMatchObject({ group_id: other });
    const forwarded = {
      content: `@${eve.username} is the *best*`,
      sender: bob.username,
      forwarded_from: { username: ann.username },
      reply_to: null,
      is_deleted: false,
    };
    expect((await messagesOf(eve, other)).at(-1)).toMatchObject({
      ...forwarded,
      _id: toRoom?._id,
      is_private: false,
      mentions: [],
    });
    expect((await read(eve, bob)).data.messages).toMatchObject([
      { ...forwarded, _id: toEve?._id, recipient: eve.username, is_read: false },
    ]);
  });

  it('makes the forward findable for its readers (SR-01)', async () => {
    const { bob, eve, say, forward, client } = await startForwarding();
    const word = `find${randomUUID().slice(0, 8)}`;
    const { messages } = (await forward(bob, await say(word), [{ recipient: eve.username }])).data;
    await vi.waitFor(async () => {
      const { results } = (await client('GET /search/messages', { query: { q: word } }, eve)).data;
      expect(results.map(({ message }) => message._id)).toContain(messages[0]?._id);
    });
  });

  it('names the first author also in a forward of a forward, and in one of an own message', async () => {
    const { ann, bob, eve, other, source, say, forward, messagesOf } = await startForwarding();
    const first = await forward(bob, await say('hello'), [{ group_id: other }]);
    await forward(eve, first.data.messages[0]?._id ?? '', [{ group_id: source }]);
    expect((await messagesOf(bob, source)).at(-1)?.forwarded_from).toEqual({ username: ann.username });
    await forward(ann, await say('mine'), [{ group_id: other }]);
    expect((await messagesOf(bob, other)).at(-1)?.forwarded_from).toEqual({ username: ann.username });
  });

  it('answers a retry with the same key with the messages that were stored first, even if it would be refused now', async () => {
    const { ann, bob, other, client, say, forward, messagesOf, leave } = await startForwarding();
    const id = await say('once');
    const to = [{ group_id: other }, { recipient: ann.username }];
    const key = randomUUID();
    const [one, two] = await Promise.all([forward(bob, id, to, key), forward(bob, id, to, key)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.data).toEqual(one.data);
    await leave(bob, other);
    await client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, ann);
    expect((await forward(bob, id, to, key)).data).toEqual(one.data);
    expect((await messagesOf(ann, other)).filter(({ content }) => content === 'once')).toHaveLength(1);
    expect(await forward(bob, id, to, randomUUID())).toMatchObject(refused(404, 'message_not_found'));
  });

  it('takes one to five places, each once', async () => {
    const { bob, other, source, say, forward, client } = await startForwarding();
    const id = await say('hello');
    const six = Array.from({ length: 6 }, () => ({ group_id: other }));
    const statuses = [];
    for (const to of [[], six, [{ group_id: other }, { group_id: other }]])
      statuses.push((await forward(bob, id, to)).status);
    const body = { to: [{ group_id: other, recipient: bob.username }] };
    statuses.push(
      (await client('POST /messages/:id/forward', { params: { id }, body }, bob)).status,
      (await forward(bob, id, [{ group_id: source }], 'x'.repeat(65))).status,
    );
    expect(statuses).toEqual([422, 422, 422, 422, 422]);
  });

  it('stores nothing if a single place refuses', async () => {
    const { ann, bob, eve, source, other, say, forward, messagesOf, person, read, open, block, makeKnown } =
      await startForwarding();
    const [newcomer, blocker] = [await person(), await person()];
    await makeKnown(bob, newcomer);
    const id = await say('hello');
    await block(blocker, bob);
    const foreign = await open(ann);
    const places = [{ group_id: other }, { recipient: newcomer.username }];
    const codeWith = async (third: { group_id: string } | { recipient: string }) =>
      (await forward(bob, id, [...places, third])).error.code;
    expect([
      await codeWith({ group_id: foreign }),
      await codeWith({ recipient: blocker.username }),
      await codeWith({ recipient: bob.username }),
      await codeWith({ recipient: 'nobody-here' }),
      await codeWith({ group_id: 'f'.repeat(24) }),
    ]).toEqual([
      'not_a_member',
      'blocked_by_user',
      'cannot_chat_with_self',
      'user_not_found',
      'group_not_found',
    ]);
    expect(await messagesOf(eve, other)).toEqual([]);
    expect((await read(newcomer, bob)).data.messages).toEqual([]);
    expect(await messagesOf(eve, source)).toHaveLength(1);
  });

  it('refuses unavailable, suspended and banned places as sending does', async () => {
    const { ann, bob, eve, other, say, forward, setAvailable, suspend, ban } = await startForwarding();
    const id = await say('hello');
    await setAvailable(eve, false);
    expect(await forward(bob, id, [{ recipient: eve.username }])).toMatchObject(
      refused(403, 'recipient_unavailable'),
    );
    await setAvailable(eve, true);
    await suspend(eve);
    expect(await forward(bob, id, [{ recipient: eve.username }])).toMatchObject(
      refused(404, 'user_not_found'),
    );
    await ban(ann, other, bob);
    expect(await forward(bob, id, [{ group_id: other }])).toMatchObject(refused(403, 'not_a_member'));
  });
});

describe('FT-06: the original', () => {
  it('must be seen by the caller, who is a member', async () => {
    const {
      ann,
      bob,
      eve,
      source,
      other,
      say,
      forward,
      admin,
      person,
      client,
      block,
      leave,
      suspend,
      unsuspend,
      connectChat,
    } = await startForwarding();
    const id = await say('hello');
    const missing = refused(404, 'message_not_found');
    const to = [{ group_id: other }];
    expect(await forward(await person(), id, to)).toMatchObject(missing);
    expect(await forward(bob, 'zz-1', to)).toMatchObject(missing);
    expect(await forward(bob, 'not an id', to)).toMatchObject(missing);
    expect(await forward(await admin(), id, to)).toMatchObject(refused(403, 'not_a_member'));
    await block(eve, ann);
    expect(await forward(eve, id, to)).toMatchObject(missing);
    const written = await (await connectChat(ann, bob)).say('between two');
    expect(await forward(eve, written, to)).toMatchObject(missing);
    await suspend(ann);
    expect(await forward(bob, written, [{ recipient: eve.username }])).toMatchObject(missing);
    await unsuspend(ann);
    await leave(bob, source);
    expect(await forward(bob, id, to)).toMatchObject(missing);
    const gone = await say('gone');
    await client('POST /groupchat/delete_messages', { body: { message_ids: [gone] } }, ann);
    expect(await forward(ann, gone, to)).toMatchObject(missing);
  });

  it('is no whisper and no notice', async () => {
    const { ann, bob, eve, other, say, forward, database } = await startForwarding();
    const whisper = await say(`@${bob.username} between us`);
    const to = [{ group_id: other }];
    for (const reader of [ann, bob])
      expect(await forward(reader, whisper, to)).toMatchObject({
        status: 403,
        error: { code: 'cannot_forward', detail: 'This can’t be forwarded' },
      });
    expect(await forward(eve, whisper, to)).toMatchObject(refused(404, 'message_not_found'));
    const { conversationId = 0 } = messageRefOf(whisper) ?? {};
    const [notice] = await database.transaction((tx) =>
      appendNotices(tx, [{ conversationId, content: '{0} was here', aboutIds: [] }]),
    );
    expect(await forward(bob, messageIdOf(conversationId, notice?.sequence ?? 0), to)).toMatchObject(
      refused(403, 'cannot_forward'),
    );
  });

  it('may change or be deleted without effect on the forward; an edited forward names no author', async () => {
    const { ann, bob, other, say, forward, messagesOf, client } = await startForwarding();
    const id = await say('before');
    const [forwarded] = (await forward(bob, id, [{ group_id: other }])).data.messages;
    const edit = (by: typeof ann, messageId: string) =>
      client('PATCH /messages/:id', { params: { id: messageId }, body: { content: 'after' } }, by);
    await edit(ann, id);
    await client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, ann);
    expect(await messagesOf(ann, other)).toMatchObject([
      { content: 'before', forwarded_from: { username: ann.username } },
    ]);
    expect((await edit(bob, forwarded?._id ?? '')).data).toMatchObject({
      content: 'after',
      forwarded_from: null,
    });
  });
});

describe('FT-06: the name of the author', () => {
  it('is hidden by the setting, and by a block with the reader', async () => {
    const { ann, bob, eve, other, say, forward, messagesOf, nameWhenForwarded, block, unblock, client } =
      await startForwarding();
    await forward(bob, await say('hello'), [{ group_id: other }, { recipient: eve.username }]);
    const seenBy = async (reader: typeof ann) => (await messagesOf(reader, other)).at(-1)?.forwarded_from;
    const named = { username: ann.username };
    expect(await seenBy(eve)).toEqual(named);
    await block(eve, ann);
    expect([await seenBy(eve), await seenBy(bob)]).toEqual([null, named]);
    const listed = await client('GET /messages/conversations', { query: {} }, eve);
    expect(listed.data.conversations[0]?.latest_message?.forwarded_from).toBeNull();
    await unblock(eve, ann);
    await nameWhenForwarded(ann, false);
    expect([await seenBy(eve), await seenBy(bob), await seenBy(ann)]).toEqual([null, null, null]);
  });
});

describe('FT-06: the rules of sending', () => {
  it('apply to listed words: refused ones, and those that are reported', async () => {
    const { bob, eve, other, say, forward, admin, client, read } = await startForwarding();
    const operator = await admin();
    const [refusedWord, flaggedWord] = [`no${randomUUID().slice(0, 8)}`, `hm${randomUUID().slice(0, 8)}`];
    const ids = [await say(`this ${refusedWord}`), await say(`this ${flaggedWord}`)];
    const add = (word: string, action: 'refuse' | 'review') =>
      client('POST /admin/words', { body: { word, action } }, operator);
    await add(refusedWord, 'refuse');
    await add(flaggedWord, 'review');
    expect(await forward(bob, ids[0] ?? '', [{ recipient: eve.username }])).toMatchObject(
      refused(400, 'words_refused'),
    );
    expect((await read(eve, bob)).data.messages).toEqual([]);
    const { messages } = (await forward(bob, ids[1] ?? '', [{ group_id: other }])).data;
    await vi.waitFor(async () => {
      const query = { reported: bob.username };
      const { reports } = (await client('GET /admin/reports', { query }, operator)).data;
      expect(reports.map((each) => each.message_id)).toEqual([messages[0]?._id]);
    });
  });

  it('apply to the pace: one message a second in a room', async () => {
    const { bob, other, say, forward } = await startForwarding({ RATE_LIMITS: 'on' });
    const id = await say('hello');
    const to = [{ group_id: other }];
    expect((await forward(bob, id, to, 'one')).status).toBe(200);
    expect(await forward(bob, id, to, 'two')).toMatchObject(refused(429, 'sending_too_fast'));
    expect((await forward(bob, id, to, 'one')).status).toBe(200);
  });

  it('let guests forward, and put the address of a video into the text of a private message', async () => {
    const { eve, bob, source, other, say, forward, guest, join, messagesOf, read, makeKnown } =
      await startForwarding();
    const visitor = await guest();
    await makeKnown(visitor, eve);
    for (const groupId of [source, other]) await join(visitor, groupId);
    const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const id = await say('look', { youtube_url: video });
    const answer = await forward(visitor, id, [{ group_id: other }, { recipient: eve.username }]);
    expect(answer.status).toBe(200);
    expect((await messagesOf(bob, other)).at(-1)).toMatchObject({ content: 'look', youtube_url: video });
    expect((await read(eve, visitor)).data.messages.at(-1)?.content).toBe(`look\n${video}`);
  });
});
