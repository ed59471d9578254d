import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventually, startChats } from '../direct.fixture.ts';

describe('sending', () => {
  it('RT-18, RT-19, RT-20, RT-27, X-33, PC-17, SV-99: reaches both chats, among shells only the recipient’s, and is acknowledged', async () => {
    const { ann, bob, annChat, bobChat, connectChat, connectShell } = await startChats().then((chats) =>
      chats.openChat().then((open) => ({ ...chats, ...open })),
    );
    const annElsewhere = await connectChat(ann, bob);
    const [annShell, bobShell] = [await connectShell(ann), await connectShell(bob)];
    const answer = await annChat.send('hello', {
      timestamp: '2026-11-21T10:00:00.000Z',
      clientMessageId: 'a1',
    });
    expect(answer).toMatchObject({
      clientMessageId: 'a1',
      sequence: 1,
      client_timestamp: '2026-11-21T10:00:00.000Z',
    });
    await eventually(() => expect(bobShell.all('new_message')).toHaveLength(1));
    await eventually(() => expect(annElsewhere.all('message')).toHaveLength(1));
    const [message] = bobChat.all('message');
    expect(message).toMatchObject({
      sender: ann.username,
      recipient: bob.username,
      content: 'hello',
      sequence: 1,
      image_url: null,
      image_id: null,
      is_fake: false,
      is_read: true,
      is_deleted: false,
      clientMessageId: 'a1',
    });
    for (const chat of [annChat, annElsewhere, bobChat]) {
      expect(chat.all('message')).toEqual([message]);
      expect(chat.all('new_message')).toEqual([]);
    }
    expect(bobShell.all('new_message')).toEqual([message]);
    await eventually(() => expect(annShell.all('own_message')).toEqual([message]));
    expect(bobShell.all('own_message')).toEqual([]);
    expect([...annShell.all('message'), ...annShell.all('new_message'), ...bobShell.all('message')]).toEqual(
      [],
    );
    expect([annElsewhere, bobChat].flatMap((chat) => chat.all('message_confirmation'))).toEqual([]);
  });

  it('R-02, Q-40: both sides get one order with the server’s timestamps, whatever the clients send', async () => {
    const { openChat, read } = await startChats();
    const { ann, bob, annChat, bobChat } = await openChat();
    const sends = Array.from({ length: 30 }, (_, n) => [
      annChat.say(`a${n}`, { timestamp: '1999-01-01T00:00:00.000Z' }),
      bobChat.say(`b${n}`),
    ]);
    await Promise.all(sends.flat());
    const { messages } = (await read(ann, bob)).data;
    const later = (await read(ann, bob, { after_sequence: 50 })).data.messages;
    const all = [...new Map([...messages, ...later].map((message) => [message._id, message])).values()];
    const theirs = (await read(bob, ann, { limit: 200 })).data.messages;
    expect(theirs.map((message) => message.sequence)).toEqual(theirs.map((_, index) => index + 1));
    expect(theirs).toHaveLength(60);
    expect(all.length).toBeLessThanOrEqual(60);
    const times = theirs.map((message) => Date.parse(message.timestamp));
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    for (const chat of [annChat, bobChat]) {
      await eventually(() => expect(chat.all('message')).toHaveLength(60));
      expect(chat.all('message').map((message) => message.sequence)).toEqual(
        theirs.map((message) => message.sequence),
      );
    }
    const own = theirs.filter((message) => message.sender === ann.username).map((message) => message.content);
    expect(own).toEqual(Array.from({ length: 30 }, (_, n) => `a${n}`));
  });

  it('R-03, SV-102: a retry is acknowledged with its first sequence and not published', async () => {
    const { openChat } = await startChats();
    const { annChat, bobChat } = await openChat();
    const id = randomUUID();
    const first = await annChat.send('once', { clientMessageId: id });
    const [again, third] = await Promise.all([
      annChat.send('once', { clientMessageId: id }),
      annChat.say('next'),
    ]);
    expect(again).toEqual(first);
    expect(third).toMatch(/-2$/);
    await eventually(() => expect(bobChat.all('message').map((m) => m.content)).toEqual(['once', 'next']));
  });

  it('R-03, Q-41: without an id a retry is identified by recipient, time and text', async () => {
    const { openChat, read } = await startChats();
    const { ann, bob, annChat } = await openChat();
    const message = { recipient: bob.username, content: 'derived', timestamp: '2026-11-21T10:00:00.000Z' };
    annChat.socket.emit('message', message);
    annChat.socket.emit('message', message);
    annChat.socket.emit('message', { ...message, timestamp: '2026-11-21T10:00:00.001Z' });
    await eventually(() => expect(annChat.all('message_confirmation')).toHaveLength(3));
    expect(
      annChat
        .all('message_confirmation')
        .map((entry) => entry.sequence)
        .toSorted(),
    ).toEqual([1, 1, 2]);
    expect((await read(ann, bob)).data.messages).toHaveLength(2);
  });

  it('Q-04: a shell can send to any user, a chat only to its peer', async () => {
    const { openChat, person, connectShell, connectChat } = await startChats();
    const { ann, bob, annChat, bobChat } = await openChat();
    const shell = await connectShell(ann);
    await shell.say('from the shell', { recipient: bob.username });
    await eventually(() => expect(bobChat.all('message').map((m) => m.content)).toEqual(['from the shell']));
    const third = await person();
    const thirdChat = await connectChat(third, ann);
    expect(await annChat.refusal('astray', { recipient: third.username })).toBe('invalid_message');
    expect(await annChat.refusal('to me', { recipient: ann.username })).toBe('cannot_chat_with_self');
    expect(await shell.refusal('to nobody', { recipient: 'nobody-at-all' })).toBe('user_not_found');
    expect(await shell.refusal('to me', { recipient: ann.username })).toBe('cannot_chat_with_self');
    expect(thirdChat.all('message')).toEqual([]);
  });

  it.each([
    ['   \n', {}, 'message_empty', 'Message or image required'],
    [null, {}, 'message_empty', 'Message or image required'],
    [undefined, {}, 'message_empty', 'Message or image required'],
    ['x'.repeat(2001), {}, 'message_too_long', 'This message is too long'],
    [
      'look',
      { image_url: 'https://pictures.example/a.bmp' },
      'invalid_private_image_url',
      'Invalid image URL. Must start with http(s) and end with .jpg, .png, .gif, or .webp.',
    ],
    [
      'look',
      { image_url: 'https://pictures.example/a.jpeg' },
      'invalid_private_image_url',
      'Invalid image URL. Must start with http(s) and end with .jpg, .png, .gif, or .webp.',
    ],
    [
      'look',
      { image_id: 'nobodys' },
      'invalid_private_image_url',
      'Invalid image URL. Must start with http(s) and end with .jpg, .png, .gif, or .webp.',
    ],
  ])('GC-56, Q-31, PC-31, X-47: refuses %j %j with %s', async (content, more, code, detail) => {
    const { openChat, read } = await startChats();
    const { ann, bob, annChat } = await openChat();
    expect(await annChat.send(content, more)).toMatchObject({ code, detail });
    expect((await read(ann, bob)).data.messages).toEqual([]);
  });

  it('PC-48, RT-25, SV-99: the response to an invalid payload is Invalid message received', async () => {
    const { openChat } = await startChats();
    const { annChat } = await openChat();
    const seen = annChat.all('error').length;
    for (const payload of [undefined, null, 'hello', {}, { content: 'x' }, { recipient: 'x', content: 5 }])
      annChat.socket.emit('message', payload);
    await eventually(() => expect(annChat.all('error').slice(seen)).toHaveLength(6));
    for (const error of annChat.all('error').slice(seen))
      expect(error).toMatchObject({ code: 'invalid_message', detail: 'Invalid message received' });
  });

  it('X-19, Q-32: a user who is not available receives no messages; reading the history still works', async () => {
    const { openChat, setAvailable, read, twoPeople, connectChat, database } = await startChats();
    const { ann, bob, annChat, bobChat } = await openChat();
    await annChat.say('before');
    await setAvailable(bob, false);
    expect(await annChat.send('after')).toMatchObject({
      code: 'recipient_unavailable',
      detail: 'User is not accepting messages right now.',
    });
    await bobChat.say('bob may still write');
    expect((await read(ann, bob)).data.messages.map((message) => message.content)).toEqual([
      'before',
      'bob may still write',
    ]);
    const strangers = await twoPeople();
    await setAvailable(strangers.bob, false);
    const chat = await connectChat(strangers.ann, strangers.bob);
    expect(await chat.refusal('first words')).toBe('recipient_unavailable');
    const { rows } = await countPairs(database, strangers.bob.username);
    expect(rows).toEqual([]);
  });

  it('SV-103: a sender above the rate limit gets the time to wait, and a retry is still acknowledged', async () => {
    const { openChat } = await startChats({ RATE_LIMITS: 'on' });
    const { annChat } = await openChat();
    const first = await annChat.send('m0', { clientMessageId: 'first' });
    const sends = Array.from({ length: 39 }, (_, n) => annChat.send(`m${n + 1}`));
    expect((await Promise.all(sends)).filter((answer) => 'code' in answer)).toEqual([]);
    const refused = await annChat.send('one too many');
    expect(refused).toMatchObject({ code: 'sending_too_fast' });
    expect('retry_after' in refused && (refused.retry_after ?? 0)).toBeGreaterThan(0);
    expect(await annChat.send('m0', { clientMessageId: 'first' })).toEqual(first);
  });
});

async function countPairs(database: Awaited<ReturnType<typeof startChats>>['database'], username: string) {
  const { sql } = await import('kysely');
  return sql`
    SELECT FROM direct_conversations pair JOIN users ON users.id IN (pair.low_id, pair.high_id)
    WHERE users.username = ${username}`.execute(database.db);
}
