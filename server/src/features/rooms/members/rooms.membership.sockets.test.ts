import { expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { eventually, startRooms } from '../rooms.fixture.ts';

it('RT-04, RT-05, SV-28: the room and the user’s other tabs receive joins and leaves', async () => {
  const { roomOf, guest, connect, connectShell, join, leave } = await startRooms();
  const { creator, groupId } = await roomOf(0);
  const eve = await guest();
  const [ann, shell] = [await connect(creator, groupId), await connectShell(eve)];
  expect((await join(eve, groupId)).status).toBe(200);
  const inRoom = await connect(eve, groupId);
  expect((await leave(eve, groupId)).status).toBe(200);
  const payload = { group_id: groupId, username: eve.username };
  const expected = [
    { event: 'group_joined', payload },
    { event: 'group_left', payload },
  ];
  for (const { received } of [ann, shell]) {
    await eventually(() =>
      expect(received.filter((entry) => entry.event.startsWith('group_'))).toEqual(expected),
    );
  }
  await eventually(() => expect(inRoom.socket.connected).toBe(false));
  expect(inRoom.received.filter((entry) => entry.event.startsWith('group_'))).toEqual([
    { event: 'group_left', payload },
  ]);
});

it('R-07: after the response to leaving, no message of the former member is accepted and none is delivered to them', async () => {
  const { roomOf, connect, leave, history, refusalOf } = await startRooms();
  const { creator, others, groupId } = await roomOf(6);
  const ann = await connect(creator, groupId);
  const leavers = await Promise.all(
    others.map(async (person) => ({ person, client: await connect(person, groupId) })),
  );
  await Promise.all(
    leavers.map(async ({ person, client }) => {
      for (let n = 0; n < 30; n += 1)
        client.socket.emit('group_message', { group_id: groupId, content: 'early' });
      expect((await leave(person, groupId)).status).toBe(200);
      for (let n = 0; n < 5; n += 1)
        client.socket.emit('group_message', { group_id: groupId, content: 'late' });
      await eventually(() => expect(client.socket.connected).toBe(false));
    }),
  );
  const countsWhenLeft = leavers.map(({ client }) => client.received.length);
  await ann.send('they are gone');
  await eventually(() => expect(ann.messages.at(-1)?.content).toBe('they are gone'));
  expect(leavers.map(({ client }) => client.received.length)).toEqual(countsWhenLeft);
  for (const { client } of leavers) expect(client.received.at(-1)?.event).toBe('group_left');
  const { data } = await history(creator, groupId, { limit: 200 });
  expect(data.messages.filter((message) => message.content === 'late')).toEqual([]);
  expect(data.messages.map((message) => message.sequence)).toEqual(
    ann.messages.map((message) => message.sequence),
  );
  for (const { person } of leavers) {
    const query = { token: person.token, self: person.username, group_id: groupId };
    expect(await refusalOf(query)).toMatchObject({ code: 'not_a_member' });
  }
});

it('SV-13: a deleted account is removed from its rooms, the count is correct, and its messages stay', async () => {
  const { client, roomOf, person, connect, join, history } = await startRooms();
  const { creator, groupId } = await roomOf(1);
  const bob = await person();
  await join(bob, groupId);
  const [ann, bobs] = [await connect(creator, groupId), await connect(bob, groupId)];
  await bobs.send('remember me');
  expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, bob)).status).toBe(200);
  await eventually(() => {
    expect(bobs.socket.connected).toBe(false);
    expect(ann.received).toContainEqual({
      event: 'group_left',
      payload: { group_id: groupId, username: bob.username },
    });
  });
  const { data: group } = await client('GET /groupchat/groups/:id', { params: { id: groupId } }, creator);
  expect(group.member_count).toBe(2);
  const { data } = await history(creator, groupId);
  expect(data.messages.map((message) => message.content)).toEqual(['remember me']);
  const anonymous = data.messages[0]?.sender;
  expect(anonymous).toMatch(/^deleted-\d+$/);
  const renamed = { old_username: bob.username, username: anonymous, is_guest: false };
  await eventually(() => expect(ann.received).toContainEqual({ event: 'user_renamed', payload: renamed }));
});

it('RT-10, SV-98: the room is notified when a member goes online and offline, with their last activity', async () => {
  const { roomOf, connect } = await startRooms();
  const { creator, others, groupId } = await roomOf(1);
  const eve = others[0] ?? creator;
  const ann = await connect(creator, groupId);
  const statuses = () =>
    ann.received
      .flatMap(({ event, payload }) => (event === 'user_status' ? [Object(payload)] : []))
      .filter((status) => status.username === eve.username);
  const [first, second] = [await connect(eve, groupId), await connect(eve, groupId)];
  await eventually(() =>
    expect(statuses()).toMatchObject([{ is_online: true, last_active: expect.stringMatching(/Z$/) }]),
  );
  first.socket.disconnect();
  second.socket.disconnect();
  await eventually(() =>
    expect(statuses()).toMatchObject([
      { is_online: true },
      { is_online: false, last_active: expect.any(String) },
    ]),
  );
});
