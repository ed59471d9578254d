import { createHash } from 'node:crypto';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import type { ChangeGroupInput, Group, ListGroupsQuery } from '@adda/contract/rooms';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { formOf, UPLOAD_PATH } from '../../media/media.fixture.ts';
import { eventually, startRooms, type Person } from '../rooms.fixture.ts';

const SETTINGS: ChangeGroupInput & { name: string } = {
  name: 'The Reading Corner',
  description: 'Books, slowly',
  topic: 'This week: Tagore',
  rules: 'Be kind.\nNo spoilers.',
  slow_mode_s: 30,
  visibility: 'public',
  category: 'study',
  languages: ['bn', 'pt-BR'],
};

/** Starts the application of the file; `change` and `list` are called by a user, `upload` returns the id of an image. */
async function startSettings() {
  const rooms = await startRooms();
  const { client, url, database } = rooms;
  const change = (by: Person, id: string, body: ChangeGroupInput) =>
    client('PATCH /groupchat/groups/:id', { params: { id }, body }, by);
  const create = async (by: Person, body: ChangeGroupInput & { name: string }) =>
    (await client('POST /groupchat/groups/create', { body }, by)).data.group_id;
  const list = async (by: Person, query: Partial<ListGroupsQuery>) =>
    (await client('GET /groupchat/groups', { query }, by)).data;
  async function upload({ token }: Person, picture: Buffer): Promise<string> {
    const response = await fetch(`${url}${UPLOAD_PATH}`, {
      method: 'POST',
      headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
      body: formOf(picture),
    });
    const { image_id: id }: { image_id: string } = JSON.parse(await response.text());
    return id;
  }
  const logOf = async (groupId: string) => {
    const { rows } = await sql<{ kind: string; details: { fields: string } }>`
      SELECT entry.kind, entry.details FROM room_log entry
      JOIN rooms ON rooms.conversation_id = entry.conversation_id
      WHERE rooms.group_id = ${groupId} AND entry.kind = 'settings' ORDER BY entry.id`.execute(database.db);
    return rows.map(({ kind, details }) => `${kind}: ${details.fields}`);
  };
  return { ...rooms, change, create, list, upload, logOf };
}

const pictureOf = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

it('GR-01: a room is created with its settings, changed by those who may ban, and its members are told', async () => {
  const { create, change, person, guest, admin, join, grant, getRoom, connect, connectShell, logOf, client } =
    await startSettings();
  const [creator, banner, kicker, outsider] = [
    await person(),
    await person(),
    await person(),
    await person(),
  ];
  const groupId = await create(creator, SETTINGS);
  expect((await getRoom(creator, groupId)).data).toMatchObject({ ...SETTINGS, picture: null });
  for (const [member, permission] of [
    [banner, 'can_ban'],
    [kicker, 'can_kick'],
  ] as const) {
    await join(member, groupId);
    await grant(creator, groupId, member, [permission]);
  }
  const [open, shell, elsewhere] = [
    await connect(kicker, groupId),
    await connectShell(kicker),
    await connectShell(outsider),
  ];
  for (const by of [kicker, outsider, await guest()])
    expect((await change(by, groupId, { topic: 'mine' })).error).toMatchObject({ code: 'not_authorized' });
  const changed = await change(banner, groupId, {
    topic: ' Next week: Manto ',
    languages: ['EN', 'en', 'hi'],
  });
  const now = { ...SETTINGS, topic: 'Next week: Manto', languages: ['en', 'hi'], picture: null };
  expect(changed.data).toMatchObject({ group_id: groupId, ...now, permissions: ['can_ban'] });
  for (const { received } of [open, shell])
    await eventually(() =>
      expect(received.filter(({ event }) => event === 'group_updated')).toEqual([
        { event: 'group_updated', payload: { group_id: groupId, ...now } },
      ]),
    );
  expect(elsewhere.received.filter(({ event }) => event.startsWith('group'))).toEqual([]);
  // Nothing changes: no event, no entry.
  expect((await change(banner, groupId, { topic: 'Next week: Manto' })).status).toBe(200);
  const operator = await admin();
  expect((await change(operator, groupId, { slow_mode_s: 0, rules: '' })).data).toMatchObject({ rules: '' });
  await eventually(() =>
    expect(open.received.filter(({ event }) => event === 'group_updated')).toHaveLength(2),
  );
  expect(await logOf(groupId)).toEqual(['settings: topic, languages', 'settings: rules, slow_mode_s']);
  const { data } = await client('GET /admin/audit', { query: { action: 'room_settings' } }, operator);
  expect(data.entries[0]).toMatchObject({ details: { room_id: groupId, fields: 'rules, slow_mode_s' } });
  for (const bad of [
    { topic: 'x'.repeat(201) },
    { rules: 'x'.repeat(2001) },
    { slow_mode_s: 3601 },
    { slow_mode_s: 1.5 },
    { languages: ['en', 'hi', 'bn', 'ur'] },
    { languages: ['not a language'] },
    { category: 'politics' },
    { visibility: 'secret' },
    { name: 'ab' },
    { owner: 'me' },
  ])
    expect((await change(creator, groupId, Object(bad))).status, JSON.stringify(bad)).toBe(422);
});

it('GR-01, SV-24: names are unique among public rooms only, also when two rooms become public at once', async () => {
  const { create, change, person } = await startSettings();
  const ann = await person();
  const name = 'Moonlight Sonata';
  const [one, other] = [
    await create(ann, { name, visibility: 'private' }),
    await create(ann, { name, visibility: 'private' }),
  ];
  const results = await Promise.all([one, other].map((id) => change(ann, id, { visibility: 'public' })));
  const refused = results.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, error }) => [status, error])).toEqual([
    [400, { detail: 'Group name already exists', code: 'group_name_taken' }],
  ]);
  const still = results[0]?.status === 200 ? other : one;
  expect((await change(ann, still, { visibility: 'public', name: 'MOONLIGHT sonata' })).status).toBe(400);
  expect((await change(ann, still, { visibility: 'public', name: 'Moonlight Sonata II' })).status).toBe(200);
  expect((await change(ann, still, { name })).error).toMatchObject({ code: 'group_name_taken' });
});

it('GR-01, SV-105: a room’s picture is a public square that goes with its replacement, the room and its uploader', async () => {
  const { create, change, person, admin, upload, url, deleteGroup, getRoom, grant, join, client } =
    await startSettings();
  const [creator, helper] = [await person(), await person()];
  const [green, blue, red] = [await pictureOf('green'), await pictureOf('blue'), await pictureOf('red')];
  const uploaded = await upload(creator, green);
  const groupId = await create(creator, { name: 'Picture palace', picture_id: uploaded });
  const statusOf = async (picture: string | null) => (await fetch(`${url}${picture}`)).status;
  const shown = async () => (await getRoom(creator, groupId)).data.picture;
  const first = await shown();
  expect(first).toMatch(/^\/media\/avatars\/[0-9a-f]{32}$/);
  const file = Buffer.from(await (await fetch(`${url}${first}`)).arrayBuffer());
  expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 30, height: 30 });
  // Another user’s upload and an unknown one.
  for (const id of [await upload(helper, blue), 'f'.repeat(32), '../x'])
    expect((await change(creator, groupId, { picture_id: id })).error.code).toBe('room_picture_not_found');
  expect(await statusOf(await shown())).toBe(200);
  // A file that is listed after its upload is refused.
  const listed = await upload(creator, red);
  const value = createHash('sha256').update(red).digest('hex');
  await client('POST /admin/upload-hashes', { body: { kind: 'sha256', value } }, await admin());
  expect((await change(creator, groupId, { picture_id: listed })).error.code).toBe('upload_refused');
  const kept = await upload(creator, blue);
  expect((await change(creator, groupId, { picture_id: kept, topic: 'New' })).status).toBe(200);
  expect(await shown()).not.toBe(first);
  await eventually(async () => expect(await statusOf(first)).toBe(404));
  // The account of who uploaded it is deleted.
  await join(helper, groupId);
  await grant(creator, groupId, helper, ['can_ban']);
  await change(helper, groupId, { picture_id: await upload(helper, green) });
  const theirs = await shown();
  expect(
    (await client('DELETE /users/me', { body: { password: 'correct horse battery' } }, helper)).status,
  ).toBe(200);
  expect(await shown()).toBeNull();
  await eventually(async () => expect(await statusOf(theirs)).toBe(404));
  const last = (await change(creator, groupId, { picture_id: kept })).data.picture;
  expect((await change(creator, groupId, { picture_id: null })).data.picture).toBeNull();
  await eventually(async () => expect(await statusOf(last)).toBe(404));
  const final = (await change(creator, groupId, { picture_id: kept })).data.picture;
  await deleteGroup(creator, groupId);
  await eventually(async () => expect(await statusOf(final)).toBe(404));
});

it('GR-01, SV-13: members of a private room learn that its picture went with the account of its uploader', async () => {
  const { create, change, person, upload, join, grant, connectShell, client } = await startSettings();
  const [creator, helper] = [await person(), await person()];
  const groupId = await create(creator, { name: 'Hidden gallery' });
  await join(helper, groupId);
  await grant(creator, groupId, helper, ['can_ban']);
  await change(helper, groupId, { picture_id: await upload(helper, await pictureOf('green')) });
  expect((await change(creator, groupId, { visibility: 'private' })).status).toBe(200);
  const shell = await connectShell(creator);
  await client('DELETE /users/me', { body: { password: 'correct horse battery' } }, helper);
  await eventually(() =>
    expect(shell.received.filter(({ event }) => event === 'group_updated')).toMatchObject([
      { payload: { group_id: groupId, name: 'Hidden gallery', visibility: 'private', picture: null } },
    ]),
  );
});

it('GR-08, SV-25: the list takes a category and a language, and counts what the caller may see', async () => {
  const { create, list, person, admin } = await startSettings();
  const [ann, bob] = [await person(), await person()];
  const of = (category: Group['category'], languages: string[], more: ChangeGroupInput = {}) =>
    create(ann, {
      name: `Filter ${category} ${languages.join(' ')} ${more.visibility ?? ''}`,
      category,
      languages,
      ...more,
    });
  const [hindi, both, brazil, hidden] = [
    await of('cricket', ['hi']),
    await of('cricket', ['en', 'hi']),
    await of('late night', ['pt-BR']),
    await of('cricket', ['hi'], { visibility: 'private' }),
  ];
  const ids = async (by: Person, query: Partial<ListGroupsQuery>) => {
    const { groups, total_count: total } = await list(by, { search: 'filter', ...query });
    expect(total).toBe(groups.length);
    return groups.map(({ group_id: id }) => id);
  };
  expect(await ids(bob, { category: 'cricket' })).toEqual([hindi, both]);
  expect(await ids(ann, { category: 'cricket' })).toEqual([hindi, both, hidden]);
  expect(await ids(await admin(), { category: 'cricket' })).toEqual([hindi, both, hidden]);
  expect(await ids(bob, { language: 'en', category: 'cricket' })).toEqual([both]);
  expect(await ids(bob, { language: 'pt' })).toEqual([brazil]);
  expect(await ids(bob, { language: 'PT-br' })).toEqual([brazil]);
  expect(await ids(bob, { language: 'bn' })).toEqual([]);
  expect((await list(bob, { search: 'filter', limit: 1 })).total_count).toBe(3);
});

it('GR-08: busy rooms come first by the people who spoke to all in the last 15 minutes', async () => {
  const { create, list, person, join, connect, database } = await startSettings();
  const people = [await person(), await person(), await person()] as const;
  const [ann, bob, cid] = people;
  const named = (name: string) => create(ann, { name: `Busy ${name}` });
  const [loud, large, quiet] = [await named('loud'), await named('large'), await named('quiet')];
  for (const groupId of [loud, large]) for (const someone of [bob, cid]) await join(someone, groupId);
  const speakers = async (query: Partial<ListGroupsQuery> = { sort_by: 'busy' }) =>
    (await list(cid, { search: 'busy', ...query })).groups.map((group) => [
      group.group_id,
      group.speakers_15m,
    ]);
  const backdate = (groupId: string) =>
    sql`
    WITH moved AS (
      UPDATE messages SET created_at = created_at - interval '16 minutes'
      WHERE conversation_id = (SELECT conversation_id FROM rooms WHERE group_id = ${groupId})
    ) UPDATE conversations SET last_message_at = last_message_at - interval '16 minutes'
    WHERE id = (SELECT conversation_id FROM rooms WHERE group_id = ${groupId})`.execute(database.db);
  const say = async (someone: Person, groupId: string, content: string) => {
    const { send, socket } = await connect(someone, groupId);
    expect(await send(content)).toHaveProperty('sequence');
    socket.disconnect();
  };
  for (const someone of people) await say(someone, large, 'long ago');
  await backdate(large);
  await say(bob, large, 'one of us');
  for (const someone of [ann, bob]) for (const content of ['a', 'b']) await say(someone, loud, content);
  await say(cid, loud, `@${ann.username} only you`);
  expect(await speakers()).toEqual([
    [loud, 2],
    [large, 1],
    [quiet, 0],
  ]);
  await say(ann, large, 'me too');
  await say(cid, large, 'and me');
  expect(await speakers()).toEqual([
    [large, 3],
    [loud, 2],
    [quiet, 0],
  ]);
  expect((await speakers({ sort_by: 'busy', order: 'asc' })).map(([id]) => id)).toEqual([quiet, loud, large]);
});
