import { conversationIdOf } from '@adda/contract/direct';
import { expect, it, vi } from 'vitest';
import { createHeartbeats } from './heartbeats.service.ts';
import { eventually, startChats } from '../direct.fixture.ts';

it('SV-101, Q-03: refuses without a token, under another name, and with an invalid token', async () => {
  const { twoPeople, refusalOf } = await startChats();
  const { ann, bob } = await twoPeople();
  const query = { token: ann.token, self: ann.username, recipient: bob.username };
  expect(await refusalOf({ self: ann.username })).toMatchObject({ code: 'not_authenticated' });
  expect(await refusalOf({ ...query, self: bob.username })).toMatchObject({ code: 'self_mismatch' });
  expect(await refusalOf({ ...query, token: 'x.y.z' })).toMatchObject({ code: 'invalid_token' });
});

it.each(['a\0b', 'bell\u0007', '\u009fname', 'n'.repeat(31), 'nobody-of-this-name'])(
  'PC-45: a user with an impossible name does not exist: %j',
  async (recipient) => {
    const { person, refusalOf } = await startChats();
    const { token, username } = await person();
    expect(await refusalOf({ token, self: username, recipient })).toEqual({
      code: 'user_not_found',
      detail: 'User not found',
    });
  },
);

it('PC-22, RT-16, RT-24, SV-99: rejoining returns the conversation of a chat, and none for a shell', async () => {
  const { openChat, connectShell } = await startChats();
  const { ann, bob, annChat } = await openChat();
  const shell = await connectShell(ann);
  for (const client of [annChat, shell]) client.socket.emit('rejoin_rooms', {});
  await eventually(() =>
    expect(annChat.all('rejoin_confirmation')).toEqual([
      { rooms: [conversationIdOf(ann.username, bob.username)] },
    ]),
  );
  await eventually(() => expect(shell.all('rejoin_confirmation')).toEqual([{ rooms: [] }]));
});

it('PC-21, SV-23: a chat without heartbeats is closed, one with heartbeats stays, and a shell needs none', async () => {
  const { twoPeople, connectChat, connectShell } = await startChats({}, { heartbeatMissedMs: 1000 });
  const { ann, bob } = await twoPeople();
  const shell = await connectShell(ann);
  const lively = await connectChat(bob, ann);
  const beat = setInterval(() => lively.socket.emit('heartbeat'), 200);
  const silent = await connectChat(ann, bob);
  try {
    await eventually(() => expect(silent.socket.connected).toBe(false));
    expect([lively.socket.connected, shell.socket.connected]).toEqual([true, true]);
  } finally {
    clearInterval(beat);
  }
});

it('SV-23: the limit is three missed heartbeats, counted from the last activity', () => {
  let now = 0;
  const close = vi.fn();
  const heartbeats = createHeartbeats<{ name: string }>({ close, now: () => now });
  const chat = { name: 'chat' };
  heartbeats.watch(chat);
  now = 29_999;
  heartbeats.sweep();
  heartbeats.eventArrived(chat);
  now = 59_998;
  heartbeats.sweep();
  expect(close).not.toHaveBeenCalled();
  now = 59_999;
  heartbeats.sweep();
  heartbeats.sweep();
  heartbeats.stop();
  expect(close.mock.calls).toEqual([[chat]]);
});
