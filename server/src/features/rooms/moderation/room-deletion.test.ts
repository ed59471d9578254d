import { expect, it } from 'vitest';
import { eventually, startOneRoom } from '../rooms.fixture.ts';

it('GM-29, SV-32, R-07: a deleted room is not found on any path, and its name is free', async () => {
  const fixture = await startOneRoom();
  const { client, creator, groupId, member, person, admin, view, open, ban } = fixture;
  const [banned, boss] = [await person(), await admin()];
  await ban(creator, groupId, banned);
  const { name } = await view(creator);
  const deleted = await fixture.deleteGroup(creator, groupId);
  expect([deleted.status, deleted.data]).toEqual([200, { message: 'Group deleted successfully' }]);
  for (const someone of [creator, member, banned, boss]) {
    const answers = await Promise.all([
      fixture.getRoom(someone, groupId),
      fixture.join(someone, groupId),
      fixture.leave(someone, groupId),
      fixture.history(someone, groupId),
      fixture.listMembers(someone, groupId),
      fixture.kick(someone, groupId, member),
      fixture.ban(someone, groupId, member),
      fixture.unban(someone, groupId, banned),
      fixture.grant(someone, groupId, member, ['can_kick']),
      fixture.revoke(someone, groupId, member, ['can_kick']),
      fixture.listBanned(someone, groupId),
      fixture.deleteGroup(someone, groupId),
      client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, someone),
    ]);
    for (const { status, error } of answers) {
      expect([status, error.code, error.detail]).toEqual([
        404,
        'group_not_found',
        `Group "${groupId}" not found`,
      ]);
    }
    const query = { token: someone.token, self: someone.username, group_id: groupId };
    expect(await fixture.refusalOf(query)).toMatchObject({ code: 'group_not_found' });
    const { data } = await client('GET /groupchat/groups', { query: { search: name } }, someone);
    expect(data).toEqual({ groups: [], page: 1, total_count: 0 });
  }
  expect(await open(member, name)).not.toBe(groupId);
});

it('GC-40, SV-98, RT-08: the room and the shells of its members receive the deletion, and the room closes', async () => {
  const fixture = await startOneRoom();
  const { creator, groupId, member, guestMember, guest, kick, deleteGroup, connect, connectShell } = fixture;
  const outside = await guest();
  await fixture.join(outside, groupId);
  await kick(creator, groupId, outside);
  const [ann, bob] = [await connect(creator, groupId), await connect(member, groupId)];
  const shells = await Promise.all([creator, member, guestMember].map(connectShell));
  const strangers = await connectShell(outside);
  expect((await deleteGroup(creator, groupId)).status).toBe(200);
  const event = { event: 'group_deleted', payload: { group_id: groupId } };
  await eventually(() => {
    for (const { received } of [ann, bob]) expect(received.at(-1)).toEqual(event);
    for (const { received } of shells) expect(received).toEqual([event]);
    for (const { socket } of [ann, bob]) expect(socket.connected).toBe(false);
  });
  await fixture.join(outside, await fixture.open(creator));
  await eventually(() => expect(strangers.received).toMatchObject([{ event: 'group_joined' }]));
});
