import { expect, it } from 'vitest';
import { connectRoom, eventually, startSanctions } from './sanctions.fixture.ts';

it('R-07, SV-50: all connections of both devices are closed with the reason', async () => {
  const { admin, person, login, suspendBy, connectShell, connectChat, roomOf, join, url, refusalOf } =
    await startSanctions();
  const [boss, ann, bob] = [await admin(), await person(), await person()];
  const phone = { username: bob.username, token: (await login(bob)).data.access_token };
  const { groupId } = await roomOf(0);
  await join(bob, groupId);
  const shells = [await connectShell(bob), await connectShell(phone)];
  const [chat, room] = [await connectChat(bob, ann), await connectRoom(url, phone, groupId)];
  await suspendBy(boss, bob);
  for (const connection of [...shells, chat])
    await eventually(() => {
      expect(connection.all('session_ended')).toEqual([{ reason: 'suspended' }]);
      expect(connection.socket.connected).toBe(false);
    });
  await eventually(() => {
    expect(room.all('error')).toMatchObject([{ code: 'account_suspended' }]);
    expect(room.socket.connected).toBe(false);
  });
  expect(await refusalOf({ token: bob.token, self: bob.username })).toMatchObject({
    code: 'account_suspended',
  });
});

it('SV-50: messages of a suspended user in a room are hidden from all but administrators, and reappear afterwards', async () => {
  const { admin, roomOf, join, url, history, suspendBy, unsuspendBy, listMembers } = await startSanctions();
  const { groupId, creator, others } = await roomOf(1);
  const [bob] = others;
  const boss = await admin();
  await join(boss, groupId);
  if (!bob) throw new Error('nobody there');
  const [listener, speaker] = [
    await connectRoom(url, creator, groupId),
    await connectRoom(url, bob, groupId),
  ];
  await speaker.send('from bob');
  await listener.send('from the creator');
  const said = async (by: typeof creator) =>
    (await history(by, groupId)).data.messages.map(({ content }) => content);
  const members = async () =>
    (await listMembers(creator, groupId)).data.members.map(({ username }) => username);
  expect(await said(creator)).toEqual(['from bob', 'from the creator']);

  await suspendBy(boss, bob);
  expect(await said(creator)).toEqual(['from the creator']);
  expect(await said(boss)).toEqual(['from bob', 'from the creator']);
  expect(await members()).not.toContain(bob.username);
  const event = { group_id: groupId, username: bob.username };
  await eventually(() =>
    expect(listener.all('member_suspended')).toEqual([{ ...event, is_suspended: true }]),
  );

  await unsuspendBy(boss, bob);
  expect(await said(creator)).toEqual(['from bob', 'from the creator']);
  expect(await members()).toContain(bob.username);
  await eventually(() =>
    expect(listener.all('member_suspended').at(-1)).toEqual({ ...event, is_suspended: false }),
  );
});

it('R-07: messages of a suspended user are refused, even on a connection that is not closed yet', async () => {
  const { person, suspend, roomOf, join, url, connectChat } = await startSanctions();
  const [ann, bob] = [await person(), await person()];
  const { groupId } = await roomOf(0);
  await join(bob, groupId);
  const [chat, room] = [await connectChat(bob, ann), await connectRoom(url, bob, groupId)];
  await chat.say('before');
  await suspend(bob);
  expect(await chat.refusal('after')).toBe('account_suspended');
  expect(await room.send('after')).toMatchObject({ code: 'account_suspended' });
});
