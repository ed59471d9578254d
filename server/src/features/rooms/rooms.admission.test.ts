import { decodeJwt, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { registration } from '../accounts/accounts.fixture.ts';
import { eventually, JWT_SECRET, startRooms, type Person } from './rooms.fixture.ts';

it('SV-101, Q-03, R-13: admits members, and refuses others with the reason', async () => {
  const { roomOf, guest, refusalOf } = await startRooms();
  const { creator, groupId } = await roomOf(0);
  const outside = await guest();
  const { token, username: self } = creator;
  const refused = (query: object) => refusalOf({ token, self, group_id: groupId, ...query });
  expect(await refused({ token: 'nonsense' })).toMatchObject({ code: 'invalid_token' });
  expect(await refused({ token: '' })).toMatchObject({ code: 'not_authenticated' });
  expect(await refused({ self: outside.username })).toMatchObject({ code: 'self_mismatch' });
  expect(await refused({ group_id: 'nonsense' })).toEqual({
    code: 'invalid_group_id',
    detail: 'Invalid group ID',
  });
  expect(await refused({ group_id: 'f'.repeat(24) })).toMatchObject({
    code: 'group_not_found',
    detail: `Group "${'f'.repeat(24)}" not found`,
  });
  expect(await refused({ token: outside.token, self: outside.username })).toEqual({
    code: 'not_a_member',
    detail: 'You are not a member of this group.',
  });
});

it('SV-101: sends “Token expired” and closes when the token expires during the connection', async () => {
  const { roomOf, connect } = await startRooms();
  const { creator, groupId } = await roomOf(0);
  const short = await new SignJWT({ ...decodeJwt(creator.token), exp: Math.floor(Date.now() / 1000) + 3 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(JWT_SECRET));
  const [brief, lasting] = [
    await connect({ ...creator, token: short }, groupId),
    await connect(creator, groupId),
  ];
  await eventually(() => expect(brief.socket.connected).toBe(false));
  expect(brief.errors).toEqual([{ detail: 'Token expired', code: 'token_expired' }]);
  expect(lasting.socket.connected).toBe(true);
});

it('R-07: logging out closes the room, only for that session', async () => {
  const { client, roomOf, connect } = await startRooms();
  const { creator, others, groupId } = await roomOf(1);
  const eve = others[0] ?? creator;
  const [ann, other] = [await connect(creator, groupId), await connect(eve, groupId)];
  expect((await client('POST /auth/logout', {}, creator)).status).toBe(200);
  await eventually(() => expect(ann.socket.connected).toBe(false));
  expect(ann.errors).toMatchObject([{ code: 'invalid_token' }]);
  expect(other.socket.connected).toBe(true);
});

it('SV-04: a guest who becomes permanent has the new name in the room, for all members', async () => {
  const { client, roomOf, connect, history } = await startRooms();
  const { creator, others, groupId } = await roomOf(1);
  const eve = others[0] ?? creator;
  const [ann, old] = [await connect(creator, groupId), await connect(eve, groupId)];
  await old.send('from a guest');
  const { username, email, password } = registration();
  const { data } = await client('POST /auth/upgrade', { body: { username, email, password } }, eve);
  await eventually(() => {
    expect(ann.received.filter((entry) => entry.event === 'user_renamed')).toEqual([
      { event: 'user_renamed', payload: { old_username: eve.username, username, is_guest: false } },
    ]);
    expect(old.socket.connected).toBe(false);
  });
  const renamed = await connect({ username, token: data.access_token }, groupId);
  await renamed.send('from a member');
  const { messages } = (await history(creator, groupId)).data;
  expect(messages.map((message) => message.sender)).toEqual([username, username]);
});

it('CL-07, R-07, R-13: of users who connect at the same moment each is let in, or refused, for their own reason', async () => {
  const { client, roomOf, guest, connect, refusalOf } = await startRooms();
  const [one, two, outside] = [await roomOf(6), await roomOf(6), await guest()];
  const gone = one.others[0] ?? one.creator;
  await client('POST /auth/logout', {}, gone);
  const asking = ({ token, username }: Person, groupId: string) =>
    refusalOf({ token, self: username, group_id: groupId });
  const [refusals, clients] = await Promise.all([
    Promise.all([
      asking(gone, one.groupId),
      asking(outside, one.groupId),
      asking(one.creator, two.groupId),
      asking(two.creator, one.groupId),
      asking(two.creator, 'f'.repeat(24)),
    ]),
    Promise.all(
      [one, two].flatMap(({ others, groupId }) =>
        others.slice(1).map((someone) => connect(someone, groupId)),
      ),
    ),
  ]);
  expect(refusals).toMatchObject([
    { code: 'invalid_token' },
    { code: 'not_a_member' },
    { code: 'not_a_member' },
    { code: 'not_a_member' },
    { code: 'group_not_found' },
  ]);
  await clients[0]?.send('to the first room');
  await eventually(() =>
    expect(clients.map(({ messages }) => messages.length)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]),
  );
});

it('CL-07, R-07: users with a block who connect at the same moment do not see each other type', async () => {
  const { client, roomOf, connect } = await startRooms();
  const { creator, others, groupId } = await roomOf(2);
  const [eve = creator, bob = creator] = others;
  await client('POST /users/block', { body: { blocked_username: bob.username } }, eve);
  const [ann, hidden, typing] = await Promise.all([creator, eve, bob].map((each) => connect(each, groupId)));
  const typed = (room = ann) => room?.received.filter(({ event }) => event === 'typing_start').length;
  typing?.socket.emit('typing_start', { group_id: groupId });
  await eventually(() => expect(typed()).toBe(1));
  expect(typed(hidden)).toBe(0);
});
