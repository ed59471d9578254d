import { decodeJwt, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { eventually, startChats } from '../direct/direct.fixture.ts';
import { JWT_SECRET } from '../rooms/rooms.fixture.ts';

it('PC-50, SV-101, SV-99: sends “Token expired” and closes when the token expires, in a chat as in a shell', async () => {
  const { twoPeople, connectChat, connectShell } = await startChats();
  const { ann, bob } = await twoPeople();
  const token = await new SignJWT({ ...decodeJwt(ann.token), exp: Math.floor(Date.now() / 1000) + 3 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(JWT_SECRET));
  const brief = [await connectChat({ ...ann, token }, bob), await connectShell({ ...ann, token })];
  const lasting = await connectChat(ann, bob);
  for (const client of brief) {
    await eventually(() => expect(client.socket.connected).toBe(false));
    expect(client.all('error')).toEqual([{ detail: 'Token expired', code: 'token_expired' }]);
  }
  expect(lasting.socket.connected).toBe(true);
});

it('SE-03, R-13: an event for a user reaches all main screens of that user, and neither open chats nor other users', async () => {
  const { client, twoPeople, connectChat, connectShell } = await startChats();
  const { ann, bob } = await twoPeople();
  const own = [await connectShell(ann), await connectShell(ann)];
  const others = [await connectChat(ann, bob), await connectShell(bob)];
  await client('PATCH /users/availability', { body: { is_available: false } }, ann);
  for (const screen of own)
    await eventually(() => expect(screen.all('availability')).toEqual([{ is_available: false }]));
  for (const other of others) expect(other.all('availability')).toEqual([]);
});

it('R-07: the end of a session closes its main screen and its open chats', async () => {
  const { client, twoPeople, connectChat, connectShell } = await startChats();
  const { ann, bob } = await twoPeople();
  const ended = [await connectChat(ann, bob), await connectShell(ann)];
  const lasting = await connectShell(bob);
  expect((await client('POST /auth/logout', {}, ann)).status).toBe(200);
  for (const { socket, all } of ended) {
    await eventually(() => expect(socket.connected).toBe(false));
    expect(all('session_ended')).toEqual([{ reason: 'logged_out' }]);
  }
  expect(lasting.socket.connected).toBe(true);
});
