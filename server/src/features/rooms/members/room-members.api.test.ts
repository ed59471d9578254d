import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually, startOneRoom, startRooms } from '../rooms.fixture.ts';

it('GC-67, SV-35: members are listed with their permissions; admins are marked', async () => {
  const fixture = await startOneRoom();
  const { creator, groupId, member, guestMember, admin, join, grant, listMembers } = fixture;
  const boss = await admin();
  await join(boss, groupId);
  await grant(creator, groupId, member, ['can_ban']);
  const { members, total_count: totalCount } = (await listMembers(guestMember, groupId)).data;
  expect(totalCount).toBe(4);
  const plain = {
    profile_image_url: null,
    is_online: false,
    is_creator: false,
    is_guest: false,
    is_admin: false,
  };
  const both = ['can_kick', 'can_ban'];
  expect(members[0]).toEqual({ ...plain, username: creator.username, is_creator: true, permissions: both });
  const others = members.slice(1);
  expect(others).toHaveLength(3);
  expect(others).toEqual(
    expect.arrayContaining([
      { ...plain, username: member.username, permissions: ['can_ban'] },
      { ...plain, username: guestMember.username, is_guest: true, permissions: [] },
      { ...plain, username: boss.username, is_admin: true, permissions: both },
    ]),
  );
});

it('X-19: a member who is not available is shown as offline', async () => {
  const { database, creator, groupId, member, connect, listMembers } = await startOneRoom();
  await connect(member, groupId);
  const isOnline = async () => {
    const { data } = await listMembers(creator, groupId);
    return data.members.find(({ username }) => username === member.username)?.is_online;
  };
  await eventually(async () => expect(await isOnline()).toBe(true));
  await sql`UPDATE users SET is_available = false WHERE username = ${member.username}`.execute(database.db);
  expect(await isOnline()).toBe(false);
});

it('SV-35: searches by prefix, also of the displayed names of guests, for users who see all members', async () => {
  const { client, person, guest, open, join, listMembers } = await startRooms();
  const creator = await person();
  const groupId = await open(creator);
  const named = async (displayName: string) => {
    const body = {
      display_name: displayName,
      sex: 'male',
      birth_date: '2001-02-03',
      country: 'UK',
      state: 'Wales',
    } as const;
    const { data } = await client('POST /auth/guest', { body });
    await join({ username: data.username, token: data.access_token }, groupId);
    return data.username;
  };
  const [sunny, sunset, moon] = [await named('sunny'), await named('Sunset'), await named('moon')];
  const search = async (text: string, page: { skip?: number; limit?: number } = {}) => {
    const { data } = await listMembers(creator, groupId, { search: text, ...page });
    return [data.members.map(({ username }) => username), data.total_count];
  };
  expect(await search('SUN')).toEqual([[sunny, sunset], 2]);
  expect(await search('sun', { skip: 1, limit: 5 })).toEqual([[sunset], 2]);
  expect(await search('sun', { skip: 5 })).toEqual([[], 2]);
  expect(await search('_guest-m')).toEqual([[moon], 1]);
  expect(await search(creator.username)).toEqual([[creator.username], 1]);
  for (const nothing of ['%', 's_n', '\\', 'unny', "'"]) expect(await search(nothing)).toEqual([[], 0]);
  expect((await search(' '))[1]).toBe(4);
  const { data } = await listMembers(await guest(), groupId, { search: 'sun' });
  expect([data.members.length, data.total_count]).toEqual([4, 4]);
});

it('SV-35: pages over thousands of members miss no member and repeat none', async () => {
  const { database, person, open, listMembers } = await startRooms();
  const creator = await person();
  const groupId = await open(creator);
  await sql`
    WITH crowd AS (
      INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
      SELECT ${groupId} || '-' || n, 'Crowd', true, '1990-01-01', 'female', 'IN', 'Kerala'
      FROM generate_series(1, 1999) AS n RETURNING id
    ), joined AS (
      INSERT INTO conversation_members (conversation_id, user_id)
      SELECT room.conversation_id, crowd.id FROM crowd, rooms room WHERE room.group_id = ${groupId}
    )
    UPDATE rooms SET member_count = 2000 WHERE group_id = ${groupId}`.execute(database.db);
  const pages = await Promise.all(
    Array.from({ length: 10 }, (_, page) => listMembers(creator, groupId, { skip: page * 200, limit: 200 })),
  );
  const names = pages.flatMap(({ data }) => data.members.map(({ username }) => username));
  expect([names.length, new Set(names).size, names[0]]).toEqual([2000, 2000, creator.username]);
});

it('RO-02: a room in a list shows its creator and two others with their pictures, without blocked users', async () => {
  const { client, database, person, open, join } = await startRooms();
  const [ann, bob, cleo, dan] = [await person(), await person(), await person(), await person()];
  const groupId = await open(ann);
  for (const member of [bob, cleo, dan]) await join(member, groupId);
  await sql`UPDATE users SET profile_image_url = '/media/avatars/b' WHERE username = ${bob.username}`.execute(
    database.db,
  );
  const faces = async (viewer: typeof ann) => {
    const { data } = await client('GET /groupchat/groups', { query: {} }, viewer);
    return data.groups.find((group) => group.group_id === groupId)?.faces;
  };
  const face = ({ username }: typeof ann, picture: string | null = null) => ({
    username,
    profile_image_url: picture,
  });
  const bobs = face(bob, '/media/avatars/b');
  expect(await faces(cleo)).toEqual([face(ann), bobs, face(cleo)]);
  await client('POST /users/block', { body: { blocked_username: dan.username } }, bob);
  expect(await faces(bob)).toEqual([face(ann), bobs, face(cleo)]);
  expect(await faces(dan)).toEqual([face(ann), face(cleo), face(dan)]);
  const members = await client(
    'GET /groupchat/groups/:id/members',
    { params: { id: groupId }, query: {} },
    ann,
  );
  expect(members.data.members.find(({ username }) => username === bob.username)).toMatchObject(bobs);
});
