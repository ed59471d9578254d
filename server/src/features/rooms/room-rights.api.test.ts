import { expect, it } from 'vitest';
import { startOneRoom } from './rooms.fixture.ts';

it('GM-28, SV-30, SV-31: granting replaces all grants, revoking removes them', async () => {
  const { creator, groupId, member, grant, revoke, view } = await startOneRoom();
  const granted = await grant(creator, groupId, member, ['can_kick']);
  expect(granted.data).toEqual({ message: 'Permissions granted successfully' });
  const kicker = await view(member);
  expect(kicker.permissions).toEqual(['can_kick']);
  expect(kicker.allowed_actions).toEqual(expect.arrayContaining(['kick', 'delete_any', 'leave']));
  expect(kicker.allowed_actions).not.toContain('ban');
  await grant(creator, groupId, member, ['can_ban', 'can_ban']);
  expect((await view(member)).permissions).toEqual(['can_ban']);
  await grant(creator, groupId, member, ['can_ban', 'can_kick']);
  expect((await view(member)).permissions).toEqual(['can_kick', 'can_ban']);
  const revoked = await revoke(creator, groupId, member, ['can_kick']);
  expect(revoked.data).toEqual({ message: 'Permissions revoked successfully' });
  expect((await view(member)).permissions).toEqual(['can_ban']);
  await revoke(creator, groupId, member, ['can_kick', 'can_ban']);
  expect(await view(member)).toMatchObject({ permissions: [], is_member: true });
});

it('GM-17, SV-30, CO-40: at least one permission, and only known ones', async () => {
  const { client, creator, groupId, member, grant } = await startOneRoom();
  const none = await grant(creator, groupId, member, []);
  expect([none.status, JSON.stringify(none.error.detail)]).toEqual([
    422,
    expect.stringContaining('Choose at least one permission.'),
  ]);
  const body = Object({ group_id: groupId, username: member.username, permissions: ['can_rule'] });
  expect((await client('POST /groupchat/groups/grant-permission', { body }, creator)).status).toBe(422);
});

it('SV-28, SV-29: a grant ends with the membership, however that ends', async () => {
  const { creator, groupId, member, grant, leave, kick, ban, unban, join, view } = await startOneRoom();
  const endings = [
    () => leave(member, groupId),
    () => kick(creator, groupId, member),
    async () => {
      await ban(creator, groupId, member);
      return unban(creator, groupId, member);
    },
  ];
  for (const end of endings) {
    await grant(creator, groupId, member, ['can_kick', 'can_ban']);
    expect((await end()).status).toBe(200);
    await join(member, groupId);
    expect((await view(member)).permissions).toEqual([]);
  }
});

it('GM-21, GM-22, X-36: each grant allows its own command, and neither those of the creator', async () => {
  const fixture = await startOneRoom();
  const { creator, groupId, member, person, join, kick, ban, unban, grant, revoke, listBanned } = fixture;
  const target = await person();
  const attempts = async () => [
    (await kick(member, groupId, target)).status,
    (await join(target, groupId)).status,
    (await ban(member, groupId, target)).status,
    (await listBanned(member, groupId)).status,
    (await unban(member, groupId, target)).status,
    (await grant(member, groupId, target, ['can_kick'])).status,
    (await revoke(member, groupId, target, ['can_kick'])).status,
    (await fixture.deleteGroup(member, groupId)).status,
  ];
  await join(target, groupId);
  expect(await attempts()).toEqual([403, 400, 403, 403, 403, 403, 403, 403]);
  await grant(creator, groupId, member, ['can_kick']);
  expect(await attempts()).toEqual([200, 200, 403, 403, 403, 403, 403, 403]);
  await grant(creator, groupId, member, ['can_ban']);
  expect(await attempts()).toEqual([403, 400, 200, 200, 200, 403, 403, 403]);
});

it('Q-36, GM-24: a global admin moderates and reads without joining, and may not write', async () => {
  const fixture = await startOneRoom();
  const { creator, groupId, member, guestMember, admin, kick, ban, unban, grant, view, refusalOf } = fixture;
  const boss = await admin();
  const own = await view(boss);
  expect(own).toMatchObject({ is_member: false, permissions: ['can_kick', 'can_ban'] });
  expect(own.allowed_actions).toEqual([
    'read',
    'delete_own',
    'delete_any',
    'delete_all',
    'kick',
    'ban',
    'grant',
    'delete_group',
    'change_settings',
    'time_out',
    'pin',
    'read_log',
    'invite',
  ]);
  expect((await grant(boss, groupId, member, ['can_kick'])).status).toBe(200);
  expect((await kick(boss, groupId, guestMember)).status).toBe(200);
  expect((await ban(boss, groupId, guestMember)).status).toBe(200);
  expect((await unban(boss, groupId, guestMember)).status).toBe(200);
  expect((await fixture.history(boss, groupId)).status).toBe(200);
  const query = { token: boss.token, self: boss.username, group_id: groupId };
  expect(await refusalOf(query)).toMatchObject({ code: 'not_a_member' });
  await fixture.join(boss, groupId);
  expect((await kick(creator, groupId, boss)).error.detail).toBe('Administrators cannot be kicked or banned');
  expect((await fixture.deleteGroup(boss, groupId)).status).toBe(200);
});
