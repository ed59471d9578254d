import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { eventually, startRooms } from '../rooms.fixture.ts';
import type { Person } from '../rooms.fixture.ts';

async function startProfiles() {
  const fixture = await startRooms();
  const profile = (viewer: Person, username: string) =>
    fixture.client('GET /groupchat/users/:username/profile', { params: { username } }, viewer);
  return { ...fixture, profile };
}

it('GC-35, GC-70, SV-17: shows a user with the rooms that both are in', async () => {
  const { database, person, guest, open, join, leave, deleteGroup, profile } = await startProfiles();
  const [ann, eve] = [await person(), await guest()];
  const rooms = [
    await open(ann, 'Zebra crossing'),
    await open(ann, 'anteaters'),
    await open(ann, 'Left one'),
  ];
  const gone = await open(ann, 'Deleted one');
  await open(ann, 'Alone here');
  for (const groupId of [...rooms, gone]) await join(eve, groupId);
  await leave(eve, rooms[2] ?? '');
  await deleteGroup(ann, gone);
  await sql`
    UPDATE users SET bio = 'Likes zebras', profile_image_url = '/pictures/ann'
    WHERE username = ${ann.username}`.execute(database.db);
  const { data } = await profile(eve, ann.username.toUpperCase());
  expect(data).toEqual({
    username: ann.username,
    display_name: expect.any(String),
    profile_picture: '/pictures/ann',
    bio: 'Likes zebras',
    is_online: false,
    is_guest: false,
    created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    shared_groups: [
      { group_id: rooms[1], name: 'anteaters' },
      { group_id: rooms[0], name: 'Zebra crossing' },
    ],
  });
  const guests = await profile(ann, eve.username);
  expect(guests.data).toMatchObject({ is_guest: true, bio: null, shared_groups: data.shared_groups });
  expect((await profile(ann, ann.username)).data.shared_groups).toEqual([]);
});

it('SV-17: names ten shared rooms at most', async () => {
  const { person, guest, open, join, profile } = await startProfiles();
  const [ann, eve] = [await person(), await guest()];
  for (let n = 0; n < 11; n += 1) await join(eve, await open(ann));
  expect((await profile(eve, ann.username)).data.shared_groups).toHaveLength(10);
});

it('X-19, GC-29: online means connected and available', async () => {
  const { database, person, guest, connectShell, profile } = await startProfiles();
  const [ann, eve] = [await person(), await guest()];
  const isOnline = async () => (await profile(eve, ann.username)).data.is_online;
  expect(await isOnline()).toBe(false);
  await connectShell(ann);
  await eventually(async () => expect(await isOnline()).toBe(true));
  await sql`UPDATE users SET is_available = false WHERE username = ${ann.username}`.execute(database.db);
  expect(await isOnline()).toBe(false);
});

it('SV-17: an unknown, a suspended and a deleted account return the same response', async () => {
  const { client, database, person, guest, profile } = await startProfiles();
  const [ann, bob, eve] = [await person(), await person(), await guest()];
  await sql`UPDATE users SET suspended_at = now() WHERE username = ${ann.username}`.execute(database.db);
  const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${bob.username}`.execute(
    database.db,
  );
  expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, bob)).status).toBe(200);
  for (const name of [ann.username, bob.username, `deleted-${rows[0]?.id}`, 'nobody-at-all']) {
    const { status, error } = await profile(eve, name);
    expect([status, error.code, error.detail]).toEqual([404, 'user_not_found', 'User not found']);
  }
});
