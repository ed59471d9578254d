import { expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { startOneRoom } from '../rooms.fixture.ts';
import type { Person } from '../rooms.fixture.ts';

it('GM-31, SV-34, GM-14, GM-15: lists banned users, newest first, in pages, for members who may ban', async () => {
  const { creator, groupId, member, guestMember, person, ban, grant, listBanned } = await startOneRoom();
  const outside = await person();
  await grant(creator, groupId, member, ['can_ban']);
  for (const [by, whom] of [[creator, guestMember] as const, [member, outside] as const])
    expect((await ban(by, groupId, whom)).status).toBe(200);
  const entry = (whom: Person, by: Person) => ({
    username: whom.username,
    banned_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    banned_by: by.username,
  });
  const expected = [entry(outside, member), entry(guestMember, creator)];
  expect((await listBanned(member, groupId)).data).toEqual({ banned_users: expected, total_count: 2 });
  const second = await listBanned(creator, groupId, { skip: 1, limit: 1 });
  expect(second.data).toEqual({ banned_users: expected.slice(1), total_count: 2 });
  for (const [by, id, code] of [
    [outside, 'nonsense', 'invalid_group_id'],
    [outside, 'f'.repeat(24), 'group_not_found'],
    [outside, groupId, 'not_authorized'],
  ] as const)
    expect((await listBanned(by, id)).error.code).toBe(code);
});

it('X-22: the alternative paths of unban and of the banned list return the same', async () => {
  const { client, creator, groupId, member, ban, listBanned, join, view } = await startOneRoom();
  await ban(creator, groupId, member);
  const params = { id: groupId };
  const alias = await client('GET /groupchat/groups/:id/banned-users', { params, query: {} }, creator);
  expect(alias.data).toEqual((await listBanned(creator, groupId)).data);
  const refused = await client('GET /groupchat/groups/:id/banned-users', { params, query: {} }, member);
  expect(refused.error).toEqual((await listBanned(member, groupId)).error);
  const body = { username: member.username };
  const unbanned = await client('POST /groupchat/groups/:id/unban', { params, body }, creator);
  expect(unbanned.data).toEqual({ message: 'User unbanned successfully' });
  const again = await client('POST /groupchat/groups/:id/unban', { params, body }, creator);
  expect(again.error).toEqual((await client('POST /groups/:id/unban', { params, body }, creator)).error);
  expect(await view(member)).toMatchObject({ is_banned: false });
  expect((await join(member, groupId)).status).toBe(200);
});

it('SV-13: deleting an account deletes its grants and bans, and a list names no deleted moderator', async () => {
  const { client, creator, groupId, member, guestMember, person, ban, grant, join, listBanned, view } =
    await startOneRoom();
  const [outcast, holder] = [await person(), await person()];
  await join(holder, groupId);
  await grant(creator, groupId, member, ['can_ban']);
  await grant(creator, groupId, holder, ['can_kick', 'can_ban']);
  await ban(member, groupId, guestMember);
  await ban(creator, groupId, outcast);
  for (const someone of [member, outcast, holder]) {
    const body = { password: PASSWORD };
    expect((await client('DELETE /users/me', { body }, someone)).status).toBe(200);
  }
  expect((await listBanned(creator, groupId)).data).toMatchObject({
    banned_users: [{ username: guestMember.username, banned_by: null }],
    total_count: 1,
  });
  expect((await view(creator)).member_count).toBe(1);
});
