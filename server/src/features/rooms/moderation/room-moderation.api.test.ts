import { expect, it } from 'vitest';
import { startOneRoom } from '../rooms.fixture.ts';
import type { Person } from '../rooms.fixture.ts';

const UNKNOWN_GROUP = '0123456789abcdef01234567';

const outcome = ({ status, error }: { status: number; error: { detail: unknown; code: string } }) => [
  status,
  error.code,
  error.detail,
];

it('GM-26, SV-29: a kicked member is removed and may join again', async () => {
  const { creator, groupId, member, kick, join, history, view } = await startOneRoom();
  const kicked = await kick(creator, groupId, { username: member.username.toUpperCase() });
  expect([kicked.status, kicked.data]).toEqual([200, { message: 'User kicked successfully' }]);
  expect(await view(member)).toMatchObject({ is_member: false, is_banned: false, member_count: 2 });
  expect(outcome(await history(member, groupId))).toEqual([
    403,
    'not_a_member',
    'You are not a member of this group.',
  ]);
  expect(outcome(await kick(creator, groupId, member))).toEqual([
    404,
    'target_not_a_member',
    'User is not a member of this group',
  ]);
  expect((await join(member, groupId)).status).toBe(200);
  expect(await view(member)).toMatchObject({ is_member: true, member_count: 3 });
});

it('GM-27, SV-27, SV-29: a banned user is removed, can’t read and can’t join again', async () => {
  const { client, creator, groupId, member, ban, join, history, view } = await startOneRoom();
  const banned = await ban(creator, groupId, member);
  expect([banned.status, banned.data]).toEqual([200, { message: 'User banned successfully' }]);
  expect(await view(member)).toMatchObject({
    is_member: false,
    is_banned: true,
    permissions: [],
    allowed_actions: [],
    member_count: 2,
  });
  const { data } = await client('GET /groupchat/groups', { query: {} }, member);
  expect(data.groups.find((group) => group.group_id === groupId)).toMatchObject({ is_banned: true });
  expect((await history(member, groupId)).error.code).toBe('not_a_member');
  expect(outcome(await join(member, groupId))).toEqual([
    403,
    'banned_from_group',
    'You are banned from this group',
  ]);
  expect(outcome(await ban(creator, groupId, member))).toEqual([
    400,
    'already_banned',
    'User is already banned',
  ]);
});

it('GM-25, GM-30, SV-33: unbanning lets a user join again and does not add them as a member', async () => {
  const { creator, groupId, member, ban, unban, join, view } = await startOneRoom();
  expect(outcome(await unban(creator, groupId, member))).toEqual([404, 'not_banned', 'User is not banned']);
  await ban(creator, groupId, member);
  expect((await unban(creator, groupId, member)).data).toEqual({ message: 'User unbanned successfully' });
  expect(await view(member)).toMatchObject({ is_member: false, is_banned: false });
  expect((await join(member, groupId)).status).toBe(200);
});

it('SV-29: users who never joined can be banned', async () => {
  const { creator, groupId, person, ban, join, view } = await startOneRoom();
  const outside = await person();
  expect((await ban(creator, groupId, outside)).status).toBe(200);
  expect(await view(outside)).toMatchObject({ is_banned: true, member_count: 3 });
  expect((await join(outside, groupId)).error.code).toBe('banned_from_group');
});

it('X-36: a guest may be named by their displayed name', async () => {
  const { creator, groupId, guestMember, kick, ban, unban, join } = await startOneRoom();
  const shown = { username: guestMember.username.replace(/^_guest-/, '') };
  expect(shown.username).not.toBe(guestMember.username);
  expect((await kick(creator, groupId, shown)).status).toBe(200);
  expect((await ban(creator, groupId, shown)).status).toBe(200);
  expect((await join(guestMember, groupId)).error.code).toBe('banned_from_group');
  expect((await unban(creator, groupId, shown)).status).toBe(200);
});

it('SV-29, SV-30, SV-33: errors are checked in one order: room, permission, name, user, kind of user', async () => {
  const fixture = await startOneRoom();
  const { creator, groupId, member, guestMember, guest, admin } = fixture;
  const [outside, boss] = [await guest(), await admin()];
  const nobody = { username: 'nobody-at-all' };
  const both = ['can_kick', 'can_ban'] as const;
  const commands = {
    kick: fixture.kick,
    ban: fixture.ban,
    grant: (by: Person, id: string, whom: { username: string }) => fixture.grant(by, id, whom, both),
    revoke: (by: Person, id: string, whom: { username: string }) => fixture.revoke(by, id, whom, both),
  };
  for (const [name, command] of Object.entries(commands)) {
    const codeOf = async (by: Person, id: string, whom: { username: string }) => {
      const answer = await command(by, id, whom);
      return `${name} ${answer.status === 200 ? 'done' : answer.error.code}`;
    };
    expect(await codeOf(outside, 'nonsense', { username: '' })).toBe(`${name} invalid_group_id`);
    expect(await codeOf(outside, UNKNOWN_GROUP, { username: '' })).toBe(`${name} group_not_found`);
    expect(await codeOf(outside, groupId, { username: '' })).toBe(`${name} not_authorized`);
    expect(await codeOf(member, groupId, creator)).toBe(`${name} not_authorized`);
    expect(await codeOf(creator, groupId, { username: '  ' })).toBe(`${name} username_missing`);
    expect(await codeOf(creator, groupId, nobody)).toBe(`${name} user_not_found`);
    expect(await codeOf(creator, groupId, creator)).toBe(`${name} cannot_act_on_self`);
    expect(await codeOf(boss, groupId, boss)).toBe(`${name} cannot_act_on_self`);
    expect(await codeOf(boss, groupId, creator)).toBe(`${name} cannot_act_on_creator`);
    expect(await codeOf(creator, groupId, boss)).toBe(`${name} cannot_act_on_admin`);
  }
  const granting = await fixture.grant(creator, groupId, guestMember, ['can_kick']);
  expect(outcome(granting)).toEqual([400, 'cannot_grant_to_guest', 'Guests cannot be given permissions']);
  const unbanning = (by: Person, id: string, username: string) => fixture.unban(by, id, { username });
  expect((await unbanning(outside, 'nonsense', '')).error.code).toBe('invalid_group_id');
  expect((await unbanning(outside, UNKNOWN_GROUP, '')).error.code).toBe('group_not_found');
  expect((await unbanning(outside, groupId, '')).error.code).toBe('not_authorized');
  expect((await unbanning(creator, groupId, '')).error.detail).toBe('Please provide a username.');
  expect((await unbanning(creator, groupId, 'nobody-at-all')).error.code).toBe('user_not_found');
});
