import { describe, expect, it } from 'vitest';
import { registration } from '../../accounts/accounts.fixture.ts';
import { eventually, startChats } from '../direct.fixture.ts';

describe('a block', () => {
  it('SV-52, PC-49, R-07, SV-99: is sent to both open chats, and neither user can write to the other afterwards', async () => {
    const { openChat, block, unblock, read } = await startChats();
    const { ann, bob, annChat, bobChat } = await openChat();
    await annChat.say('before');
    await block(bob, ann);
    await eventually(() =>
      expect(annChat.all('blocked_notification')).toContainEqual({
        username: bob.username,
        is_blocked: true,
      }),
    );
    await eventually(() =>
      expect(bobChat.all('blocked_notification')).toContainEqual({
        username: ann.username,
        is_blocked: true,
      }),
    );
    for (const chat of [annChat, bobChat])
      expect(await chat.send('after')).toMatchObject({
        code: 'blocked_by_user',
        detail: 'You are blocked by this user',
      });
    await unblock(bob, ann);
    await eventually(() =>
      expect(annChat.all('blocked_notification').at(-1)).toEqual({
        username: bob.username,
        is_blocked: false,
      }),
    );
    await annChat.say('again');
    expect((await read(bob, ann)).data.messages.map((message) => message.content)).toEqual([
      'before',
      'again',
    ]);
    await eventually(() => expect(bobChat.all('message').map((m) => m.content)).toEqual(['before', 'again']));
  });

  it('a blocked pair connects, is informed immediately, and receives nothing else of the peer', async () => {
    const { twoPeople, block, connectChat, connectShell } = await startChats();
    const { ann, bob } = await twoPeople();
    await block(ann, bob);
    const annChat = await connectChat(ann, bob);
    await eventually(() =>
      expect(annChat.received).toContainEqual({
        event: 'blocked_notification',
        payload: { username: bob.username, is_blocked: true },
      }),
    );
    const seen = annChat.received.length;
    const bobChat = await connectChat(bob, ann);
    bobChat.socket.emit('typing_start', { recipient: ann.username });
    expect(await bobChat.refusal('hello')).toBe('blocked_by_user');
    const shell = await connectShell(bob);
    expect(await shell.refusal('hello', { recipient: ann.username })).toBe('blocked_by_user');
    const theirs = annChat.received.slice(seen).filter((entry) => entry.event !== 'unread_count');
    expect(theirs).toEqual([]);
  });

  it('ends typing and presence between the two while their chats stay open, and unblocking restores them', async () => {
    const { openChat, block, unblock, connectShell } = await startChats();
    const { ann, bob, annChat, bobChat } = await openChat();
    const hint = { username: ann.username };
    const type = () => annChat.socket.emit('typing_start', { recipient: bob.username });
    type();
    await eventually(() => expect(bobChat.all('typing_start')).toEqual([hint]));
    await block(ann, bob);
    type();
    expect(await annChat.refusal('refused')).toBe('blocked_by_user');
    expect(bobChat.all('typing_start')).toEqual([hint]);
    annChat.socket.disconnect();
    const third = await connectShell(bob);
    expect(await third.refusal('refused', { recipient: ann.username })).toBe('blocked_by_user');
    expect(bobChat.all('user_status').filter((status) => !status.is_online)).toEqual([]);
    await unblock(ann, bob);
    await connectShell(ann);
    await eventually(() => expect(bobChat.all('user_status').at(-1)).toMatchObject({ is_online: true }));
  });
});

describe('typing', () => {
  it('RT-18: is sent only to the peer’s open chat, rate limited, and stops when the connection closes', async () => {
    const { openChat, person, connectChat, connectShell } = await startChats();
    const { ann, bob, annChat, bobChat } = await openChat();
    const third = await person();
    const bobWithThird = await connectChat(bob, third);
    const bobShell = await connectShell(bob);
    for (let n = 0; n < 20; n += 1) annChat.socket.emit('typing_start', { recipient: bob.username });
    await annChat.say('words');
    await eventually(() => expect(bobChat.all('message')).toHaveLength(1));
    const starts = bobChat.all('typing_start');
    expect(starts.length).toBeGreaterThan(0);
    expect(starts.length).toBeLessThanOrEqual(10);
    annChat.socket.disconnect();
    await eventually(() => expect(bobChat.all('typing_stop')).toEqual([{ username: ann.username }]));
    for (const other of [bobWithThird, bobShell]) expect(other.all('typing_start')).toEqual([]);
  });
});

describe('presence', () => {
  it('SV-23, SV-98: an open chat receives when the peer goes online and offline, with their last activity', async () => {
    const { twoPeople, connectChat } = await startChats();
    const { ann, bob } = await twoPeople();
    const annChat = await connectChat(ann, bob);
    const bobChat = await connectChat(bob, ann);
    await eventually(() =>
      expect(annChat.all('user_status')).toEqual([
        { username: bob.username, is_online: true, last_active: expect.stringMatching(/Z$/) },
      ]),
    );
    bobChat.socket.disconnect();
    await eventually(() =>
      expect(annChat.all('user_status').at(-1)).toMatchObject({ username: bob.username, is_online: false }),
    );
  });
});

describe('names and accounts', () => {
  it('SV-04: a guest who becomes permanent keeps the chat under the new name', async () => {
    const { person, guest, connectChat, client } = await startChats();
    const [ann, visitor] = [await person(), await guest()];
    const annChat = await connectChat(ann, visitor);
    await annChat.say('hello guest');
    const { username: name, email, password } = registration();
    const upgraded = await client(
      'POST /auth/upgrade',
      { body: { username: name, email, password } },
      visitor,
    );
    expect(upgraded.status).toBe(200);
    await eventually(() =>
      expect(annChat.all('user_renamed')).toMatchObject([{ old_username: visitor.username, username: name }]),
    );
    await annChat.say('hello again', { recipient: name });
    await eventually(() =>
      expect(annChat.all('message').at(-1)).toMatchObject({ recipient: name, sequence: 2 }),
    );
  });

  it('SV-13: messages of a deleted account stay without the name; its chats end and refuse messages', async () => {
    const { openChat, client, read } = await startChats();
    const { ann, bob, annChat, bobChat } = await openChat();
    await bobChat.say('remember me');
    const gone = await client('DELETE /users/me', { body: { password: 'correct horse battery' } }, bob);
    expect(gone.status).toBe(200);
    await eventually(() => expect(bobChat.socket.connected).toBe(false));
    await eventually(() => expect(annChat.all('user_renamed')).toHaveLength(1));
    const name = annChat.all('user_renamed')[0]?.username ?? '';
    expect(name).not.toContain(bob.username);
    expect(await annChat.refusal('are you there?', { recipient: name })).toBe('user_not_found');
    const { messages } = (await read(ann, { username: name })).data;
    expect(messages).toMatchObject([{ sender: name, content: 'remember me' }]);
    expect((await read(ann, bob)).error.code).toBe('user_not_found');
  });

  it('R-07: a session that ends closes its chats, and messages to a suspended user are refused', async () => {
    const { openChat, client, suspend } = await startChats();
    const { ann, bob, annChat, bobChat } = await openChat();
    expect((await client('POST /auth/logout', {}, ann)).status).toBe(200);
    await eventually(() => expect(annChat.all('session_ended')).toEqual([{ reason: 'logged_out' }]));
    await eventually(() => expect(annChat.socket.connected).toBe(false));
    await suspend(ann);
    expect(await bobChat.refusal('hello?')).toBe('user_not_found');
    expect(bob.username).toBe(bobChat.username);
  });
});
