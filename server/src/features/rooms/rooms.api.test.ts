import { expect, it } from 'vitest';
import { startRooms } from './rooms.fixture.ts';

type ListQuery = {
  page?: number;
  limit?: number;
  sort_by?: 'member_count' | 'created_at' | 'name';
  order?: 'asc' | 'desc';
};

it('SV-24: creates a room with its creator as a member; its name is then taken, regardless of case', async () => {
  const { client, person } = await startRooms();
  const ann = await person();
  const body = { name: '  Night Owls ', description: 'For late talk' };
  const created = await client('POST /groupchat/groups/create', { body }, ann);
  expect([created.status, created.data.message]).toEqual([201, 'Group created successfully']);
  const { data } = await client('GET /groupchat/groups/:id', { params: { id: created.data.group_id } }, ann);
  expect(data).toEqual({
    group_id: created.data.group_id,
    name: 'Night Owls',
    description: 'For late talk',
    created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    member_count: 1,
    permissions: ['can_kick', 'can_ban'],
    allowed_actions: [
      'read',
      'send',
      'leave',
      'delete_own',
      'delete_any',
      'delete_all',
      'kick',
      'ban',
      'grant',
      'delete_group',
      'send_gift',
      'change_settings',
      'time_out',
      'pin',
      'read_log',
      'invite',
      'transfer',
    ],
    is_member: true,
    is_banned: false,
    creator: ann.username,
    topic: '',
    rules: '',
    picture: null,
    slow_mode_s: 0,
    visibility: 'public',
    category: 'other',
    languages: [],
    timeout_until: null,
    is_muted: false,
    muted_until: null,
    last_message_at: null,
    unread_mentions: 0,
    oldest_mention: null,
  });
  const again = await client('POST /groupchat/groups/create', { body: { name: 'NIGHT owls' } }, ann);
  expect([again.status, again.error]).toEqual([
    400,
    { detail: 'Group name already exists', code: 'group_name_taken' },
  ]);
});

it('X-52, SV-24: guests may not create rooms, and names have 3 to 50 characters', async () => {
  const { client, person, guest } = await startRooms();
  const refused = await client('POST /groupchat/groups/create', { body: { name: 'Hello' } }, await guest());
  expect([refused.status, refused.error.detail]).toEqual([403, 'Guest users cannot create groups']);
  const ann = await person();
  for (const name of [
    'ab',
    '  a  ',
    'x'.repeat(51),
    '\u200b\u200b\u200b',
    'two\nlines',
    'turned \u202e over',
  ]) {
    expect((await client('POST /groupchat/groups/create', { body: { name } }, ann)).status).toBe(422);
  }
});

it('SV-25, RO-06, X-54: lists rooms, the caller’s own first unless sorted', async () => {
  const { client, person, guest, open, join } = await startRooms({ MAX_GROUP_MEMBERS: '200' });
  const [ann, bob, eve] = [await person(), await person(), await guest()];
  const quiet = await open(ann, 'Quiet corner');
  const busy = await open(bob, 'Busy place');
  await join(eve, busy);
  const list = async (query: ListQuery) => {
    const { data } = await client('GET /groupchat/groups', { query }, ann);
    return data;
  };
  const own = await list({});
  expect(own.groups.map((group) => [group.group_id, group.is_member])).toEqual([
    [quiet, true],
    [busy, false],
  ]);
  expect([own.page, own.total_count]).toEqual([1, 2]);
  const ids = async (query: ListQuery) => (await list(query)).groups.map((group) => group.group_id);
  expect(await ids({ page: 1, limit: 10, sort_by: 'member_count', order: 'desc' })).toEqual([busy, quiet]);
  expect(await ids({ sort_by: 'created_at', order: 'asc' })).toEqual([quiet, busy]);
  expect(await ids({ sort_by: 'name', order: 'asc' })).toEqual([busy, quiet]);
  expect(await ids({ limit: 1, page: 2 })).toEqual([busy]);
  for (const query of [{ limit: 101 }, { page: 0 }, { sort_by: 'creator' }]) {
    const bad = await client('GET /groupchat/groups', { query: Object(query) }, ann);
    expect([bad.status, bad.error.code]).toEqual([422, 'validation_failed']);
  }
});

it('SV-25: searches names regardless of case; pattern characters are literal', async () => {
  const { client, person, open } = await startRooms();
  const ann = await person();
  for (const name of ['Wise Owls', 'Day_birds', '100% fun']) await open(ann, name);
  const search = async (text: string) => {
    const { data } = await client('GET /groupchat/groups', { query: { search: text } }, ann);
    expect(data.total_count).toBe(data.groups.length);
    return data.groups.map((group) => group.name);
  };
  expect(await search('E OWL')).toEqual(['Wise Owls']);
  expect(await search('_')).toEqual(['Day_birds']);
  expect(await search('%')).toEqual(['100% fun']);
  expect(await search('\\')).toEqual([]);
});

it('SV-26, GC-58, GC-59, X-54: returns a room; a malformed id and an unknown one have their own errors', async () => {
  const { client, guest, roomOf } = await startRooms();
  const eve = await guest();
  const get = (id: string) => client('GET /groupchat/groups/:id', { params: { id } }, eve);
  const { groupId } = await roomOf(0);
  expect((await get(groupId)).data).toMatchObject({ group_id: groupId, is_member: false });
  for (const id of ['nonsense', 'a'.repeat(23), 'G'.repeat(24)]) {
    const malformed = await get(id);
    expect([malformed.status, malformed.error.detail]).toEqual([400, 'Invalid group ID']);
  }
  const unknown = await get('0123456789abcdef01234567');
  expect([unknown.status, unknown.error.detail]).toEqual([404, 'Group "0123456789abcdef01234567" not found']);
});

it('SV-27, SV-28, GC-37, GC-61: a guest joins once and leaves once', async () => {
  const { client, roomOf, guest, join, leave } = await startRooms();
  const { groupId } = await roomOf(0);
  const eve = await guest();
  const count = async () => {
    const { data } = await client('GET /groupchat/groups/:id', { params: { id: groupId } }, eve);
    return [data.member_count, data.is_member];
  };
  expect((await leave(eve, groupId)).error.detail).toBe('You are not a member of this group.');
  expect((await join(eve, groupId)).data.message).toBe('Joined group successfully');
  expect(await count()).toEqual([2, true]);
  const again = await join(eve, groupId);
  expect([again.status, again.error.detail]).toEqual([400, 'You are already a member of this group']);
  expect((await leave(eve, groupId)).data.message).toBe('Left group successfully');
  expect(await count()).toEqual([1, false]);
});

it('Q-19, GC-62, CO-54: of 20 concurrent joins for 5 places, exactly 5 succeed', async () => {
  const { client, roomOf, guest, join } = await startRooms({ MAX_GROUP_MEMBERS: '6' });
  const { creator, groupId } = await roomOf(0);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => guest()));
  const answers = await Promise.all(crowd.map((someone) => join(someone, groupId)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5);
  for (const answer of answers.filter((entry) => entry.status !== 200)) {
    expect([answer.status, answer.error.detail]).toEqual([400, 'Group has reached maximum member limit']);
  }
  const { data } = await client(
    'GET /groupchat/groups/:id/members',
    { params: { id: groupId }, query: {} },
    creator,
  );
  expect([data.members.length, data.total_count]).toEqual([6, 6]);
});

it('SV-35, GC-32: members are sorted: the creator, online members, then by name; non-members see ten', async () => {
  const { client, roomOf, guest, connect } = await startRooms();
  const { creator, groupId, others } = await roomOf(11);
  const online = others[5] ?? creator;
  await connect(online, groupId);
  const list = async (viewer: typeof creator, query = {}) => {
    const { data } = await client(
      'GET /groupchat/groups/:id/members',
      { params: { id: groupId }, query },
      viewer,
    );
    return data;
  };
  const offline = others.filter((other) => other !== online).map((other) => other.username);
  const expected = [creator.username, online.username, ...offline.toSorted()];
  const { members, total_count: totalCount } = await list(creator);
  expect(members.map((member) => member.username)).toEqual(expected);
  expect(totalCount).toBe(12);
  expect(members[0]).toEqual({
    username: creator.username,
    profile_image_url: null,
    is_online: false,
    is_creator: true,
    is_guest: false,
    is_admin: false,
    permissions: ['can_kick', 'can_ban'],
  });
  expect(members[1]).toMatchObject({ is_online: true, is_creator: false, is_guest: true, permissions: [] });
  const paged = await list(creator, { skip: 10, limit: 10 });
  expect(paged.members.map((member) => member.username)).toEqual(expected.slice(10));
  const outside = await guest();
  expect((await list(outside)).members).toHaveLength(10);
  expect((await list(outside, { skip: 8 })).members).toHaveLength(2);
  expect((await list(outside, { skip: 10 })).members).toEqual([]);
});

it('SV-36, GC-60: history is only for members', async () => {
  const { roomOf, guest, history } = await startRooms();
  const { creator, groupId } = await roomOf(0);
  expect((await history(creator, groupId)).data).toEqual({
    messages: [],
    has_more: false,
    last_sequence: 0,
    revision: 0,
    cleared_to: 0,
    deleted_sequences: [],
    changed_messages: [],
    reload: false,
  });
  const refused = await history(await guest(), groupId);
  expect([refused.status, refused.error.detail]).toEqual([403, 'You are not a member of this group.']);
  const both = await history(creator, groupId, { before: new Date().toISOString(), after_sequence: 1 });
  expect(both.status).toBe(422);
});

it('HM-04: lists the rooms that the caller is in, or the other ones', async () => {
  const { client, person, open, join } = await startRooms();
  const [ann, bob] = [await person(), await person()];
  const own = await open(ann, 'Lantern quiet');
  const joined = await open(bob, 'Lantern busy');
  const other = await open(bob, 'Lantern far');
  await join(ann, joined);
  const list = async (query: object) => {
    const { data } = await client(
      'GET /groupchat/groups',
      { query: { search: 'lantern', sort_by: 'created_at', ...query } },
      ann,
    );
    expect(data.total_count).toBe(data.groups.length);
    return data.groups.map((group) => group.group_id);
  };
  expect(await list({ is_member: 'false' })).toEqual([other]);
  expect(await list({ is_member: 'true' })).toEqual([joined, own]);
  expect(await list({ is_member: 'false', search: 'lantern quiet' })).toEqual([]);
  const bad = await client('GET /groupchat/groups', { query: Object({ is_member: 'yes' }) }, ann);
  expect([bad.status, bad.error.code]).toEqual([422, 'validation_failed']);
});
