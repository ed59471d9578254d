import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startImages } from '../messages/room-images.fixture.ts';
import { eventually, type Person } from '../rooms.fixture.ts';

/** Starts the application with a room of three connected members, and requests from outside. */
async function startOutside() {
  const fixture = await startImages();
  const { client, database } = fixture;
  const room = await fixture.roomOfThree();
  const preview = (by: Person, groupId: string) =>
    client('GET /groupchat/groups/:id/preview', { params: { id: groupId } }, by);
  const look = (groupId: string) => client('GET /public/rooms/:id', { params: { id: groupId } });
  return {
    ...fixture,
    ...room,
    preview,
    look,
    contentsBy: async (by: Person) =>
      (await preview(by, room.groupId)).data.messages.map(({ content }) => content),
    block: (by: Person, { username }: Person) =>
      client('POST /users/block', { body: { blocked_username: username } }, by),
    hide: (groupId: string) =>
      sql`UPDATE rooms SET is_private = true WHERE group_id = ${groupId}`.execute(database.db),
    suspend: ({ username }: Person) =>
      sql`UPDATE users SET suspended_at = now() WHERE username = ${username}`.execute(database.db),
  };
}

it('HM-06: before joining, the last 50 messages are read as a member sees them, without whispers, deleted ones and files', async () => {
  const { groupId, creator, evelyn, ann, bob, sayAll, preview, history, deleteMessages, ...fixture } =
    await startOutside();
  const visitor = await fixture.guest();
  expect((await preview(visitor, groupId)).data).toMatchObject({ messages: [], online: 3 });
  const first = await sayAll(bob, ['too old', 'the oldest']);
  await sayAll(
    bob,
    Array.from({ length: 47 }, (_, index) => `message ${index}`),
  );
  const [gone = ''] = await sayAll(ann, ['to be deleted', `@${evelyn.username} between us`]);
  await deleteMessages(creator, { message_ids: [gone] });
  await ann.send('look', { image_url: fixture.pictureUrl('preview') });
  await bob.send('listen', { reply_to: first[1] ?? null });

  const { status, data } = await preview(visitor, groupId);
  expect(status).toBe(200);
  expect(data.messages).toHaveLength(50);
  expect(data.group).toEqual((await fixture.getRoom(visitor, groupId)).data);
  expect(data.group).toMatchObject({ is_member: false, allowed_actions: [] });
  // The reader as a member sees the same, apart from files.
  await fixture.join(visitor, groupId);
  const asMember = (await history(visitor, groupId, { limit: 100 })).data.messages
    .filter((message) => !message.is_deleted && !message.is_private && message.content !== 'too old')
    .slice(0, 50);
  expect(data.messages).toEqual(asMember.map((message) => Object.assign(message, { image_url: null })));
  const picture = data.messages.find(({ content }) => content === 'look');
  expect(picture).toMatchObject({ image_width: expect.any(Number), image_url: null });
  expect(JSON.stringify(data)).not.toContain('signature=');
  // Members read it too, but no whisper, not even their own.
  expect(await fixture.contentsBy(evelyn)).not.toContain(`@${evelyn.username} between us`);
});

it('HM-06: it reads nothing, and a whisper stays unread', async () => {
  const { groupId, evelyn, ann, eve, preview, client } = await startOutside();
  eve.socket.disconnect();
  await ann.send(`@${evelyn.username} for you`);
  const unread = async () => (await client('GET /chat/unread', {}, evelyn)).data.total;
  await eventually(async () => expect(await unread()).toBe(1));
  const before = (await client('GET /groupchat/groups/:id', { params: { id: groupId } }, evelyn)).data;
  const { data } = await preview(evelyn, groupId);
  expect(data.group).toEqual(before);
  expect(await unread()).toBe(1);
});

it('HM-06, R-14: people are at most ten, online ones first; blocked and suspended ones are neither listed, counted nor read', async () => {
  const { groupId, creator, bobby, evelyn, ann, bob, eve, sayAll, preview, contentsBy, ...fixture } =
    await startOutside();
  for (const speaker of [ann, bob, eve]) await sayAll(speaker, [`by ${speaker.username}`]);
  const away = await Promise.all(Array.from({ length: 9 }, () => fixture.person()));
  for (const someone of away) await fixture.join(someone, groupId);
  const visitor = await fixture.person();
  const all = (await preview(visitor, groupId)).data;
  expect(all.people).toHaveLength(10);
  expect(all.people.slice(0, 3).map(({ username, is_online: isOnline }) => [username, isOnline])).toEqual(
    [creator, ...[bobby, evelyn].toSorted((one, other) => (one.username < other.username ? -1 : 1))].map(
      ({ username }) => [username, true],
    ),
  );
  expect([all.people.slice(3).some((person) => person.is_online), all.online]).toEqual([false, 3]);

  await fixture.block(visitor, bobby);
  await fixture.suspend(evelyn);
  const { people, online } = (await preview(visitor, groupId)).data;
  const names = people.map(({ username }) => username);
  expect(names).not.toContain(bobby.username);
  expect(names).not.toContain(evelyn.username);
  expect([names[0], online]).toEqual([creator.username, 1]);
  expect(await contentsBy(visitor)).toEqual([`by ${creator.username}`]);
  expect((await fixture.look(groupId)).data.online, 'blocks are between users').toBe(2);
});

it('HM-06, SV-27, GR-01: banned users are refused, and a private room is unknown to all but members and global administrators', async () => {
  const { groupId, creator, evelyn, preview, hide, deleteGroup, database, ...fixture } = await startOutside();
  const banned = await fixture.person();
  await fixture.ban(creator, groupId, banned);
  const refused = await preview(banned, groupId);
  expect([refused.status, refused.error]).toEqual([
    403,
    { code: 'banned_from_group', detail: 'You are banned from this group' },
  ]);
  const stranger = await fixture.person();
  expect((await preview(stranger, 'nonsense')).error.code).toBe('invalid_group_id');
  await hide(groupId);
  for (const someone of [stranger, banned]) {
    const { status, error } = await preview(someone, groupId);
    expect([status, error]).toEqual([
      404,
      { code: 'group_not_found', detail: `Group "${groupId}" not found` },
    ]);
  }
  expect((await preview(evelyn, groupId)).status).toBe(200);
  const operator = await fixture.admin();
  expect((await preview(operator, groupId)).status).toBe(200);
  expect((await fixture.history(operator, groupId)).status).toBe(200);
  const { rows } = await sql`
    SELECT FROM audit_entries WHERE action = 'room_read' AND target = ${`room:${groupId}`}`.execute(
    database.db,
  );
  expect(
    rows,
    'reading a private room as a global administrator is noted once, before and after it is opened',
  ).toHaveLength(1);
  await deleteGroup(creator, groupId);
  expect((await preview(evelyn, groupId)).status).toBe(404);
});

it('HM-05: without a session a public room is numbers, and every other id is unknown', async () => {
  const { groupId, bob, look, hide, open, creator, deleteGroup, database } = await startOutside();
  await sql`UPDATE rooms SET topic = 'Tea and rain', picture_url = '/media/rooms/1' WHERE group_id = ${groupId}`.execute(
    database.db,
  );
  const { status, data } = await look(groupId);
  expect([status, data]).toEqual([
    200,
    {
      group_id: groupId,
      name: expect.any(String),
      topic: 'Tea and rain',
      picture: '/media/rooms/1',
      members: 3,
      online: 3,
    },
  ]);
  bob.socket.disconnect();
  await eventually(async () => expect((await look(groupId)).data.online).toBe(2));
  const deleted = await open(creator);
  await deleteGroup(creator, deleted);
  await hide(groupId);
  for (const id of [groupId, deleted, 'f'.repeat(24), 'nonsense', '%00', "'"]) {
    const answer = await look(id);
    expect([answer.status, answer.error]).toEqual([
      404,
      { code: 'group_not_found', detail: `Group "${id}" not found` },
    ]);
  }
});
