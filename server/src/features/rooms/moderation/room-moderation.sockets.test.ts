import { expect, it } from 'vitest';
import { eventually, startOneRoom } from '../rooms.fixture.ts';
import type { ReceivedEvent } from '../rooms.fixture.ts';

const CHANGES = ['kick_user', 'ban_user', 'unban_user', 'permission_granted', 'group_left', 'group_joined'];
const changes = ({ received }: { received: readonly ReceivedEvent[] }) =>
  received.filter(({ event }) => CHANGES.includes(event));

it.each([
  { command: 'kick', event: 'kick_user' },
  { command: 'ban', event: 'ban_user' },
] as const)(
  'RT-06, SV-98, GC-38, RT-07: $event reaches the room, the user’s connections, which close, and their shell',
  async ({ command, event }) => {
    const fixture = await startOneRoom();
    const { creator, groupId, member, guestMember, connect, connectShell } = fixture;
    const [ann, eve] = [await connect(creator, groupId), await connect(guestMember, groupId)];
    const [tab, otherTab] = [await connect(member, groupId), await connect(member, groupId)];
    const shell = await connectShell(member);
    expect((await fixture[command](creator, groupId, member)).status).toBe(200);
    const payload = { group_id: groupId, username: member.username, by: creator.username };
    await eventually(() => {
      for (const client of [ann, eve, tab, otherTab, shell])
        expect(changes(client)).toEqual([{ event, payload }]);
      for (const { socket } of [tab, otherTab]) expect(socket.connected).toBe(false);
    });
    expect([ann.socket.connected, eve.socket.connected, shell.socket.connected]).toEqual([true, true, true]);
    const query = { token: member.token, self: member.username, group_id: groupId };
    expect(await fixture.refusalOf(query)).toMatchObject({ code: 'not_a_member' });
  },
);

it('SV-29: a kicked user who joins again receives messages from then on', async () => {
  const { creator, groupId, member, connect, kick, join, history } = await startOneRoom();
  const ann = await connect(creator, groupId);
  await ann.send('before');
  await kick(creator, groupId, member);
  await ann.send('meanwhile');
  expect((await join(member, groupId)).status).toBe(200);
  const bob = await connect(member, groupId);
  await ann.send('after');
  await eventually(() => expect(bob.messages.map(({ content }) => content)).toEqual(['after']));
  expect(await bob.send('I am back')).toMatchObject({ sequence: 4 });
  expect((await history(member, groupId)).data.last_sequence).toBe(4);
});

it('SV-33, SV-98: the shell of a user who is not a member receives the ban and the unban', async () => {
  const { creator, groupId, guest, ban, unban, connect, connectShell } = await startOneRoom();
  const outside = await guest();
  const [ann, shell] = [await connect(creator, groupId), await connectShell(outside)];
  await ban(creator, groupId, outside);
  await unban(creator, groupId, outside);
  const payload = { group_id: groupId, username: outside.username, by: creator.username };
  for (const client of [ann, shell])
    await eventually(() =>
      expect(changes(client)).toEqual([
        { event: 'ban_user', payload },
        { event: 'unban_user', payload },
      ]),
    );
});

it('SV-30, SV-31, SV-98, RT-09: the room and the member’s shell receive all current permissions of the member', async () => {
  const { creator, groupId, member, grant, revoke, connect, connectShell } = await startOneRoom();
  const [ann, bob, shell] = [
    await connect(creator, groupId),
    await connect(member, groupId),
    await connectShell(member),
  ];
  await grant(creator, groupId, member, ['can_ban', 'can_kick']);
  await revoke(creator, groupId, member, ['can_kick']);
  await grant(creator, groupId, member, ['can_kick']);
  await revoke(creator, groupId, member, ['can_kick', 'can_ban']);
  const expected = [['can_kick', 'can_ban'], ['can_ban'], ['can_kick'], []].map((permissions) => ({
    event: 'permission_granted',
    payload: { group_id: groupId, username: member.username, permissions },
  }));
  for (const client of [ann, bob, shell]) await eventually(() => expect(changes(client)).toEqual(expected));
});

it('R-01: a refused command publishes nothing', async () => {
  const { creator, groupId, member, kick, ban, grant, connect, connectShell } = await startOneRoom();
  const [ann, shell] = [await connect(creator, groupId), await connectShell(creator)];
  expect((await kick(member, groupId, creator)).status).toBe(403);
  expect((await ban(creator, groupId, creator)).status).toBe(400);
  expect((await grant(member, groupId, member, ['can_kick'])).status).toBe(403);
  await ann.send('still here');
  await eventually(() => expect(ann.messages).toHaveLength(1));
  expect([changes(ann), changes(shell)]).toEqual([[], []]);
});
