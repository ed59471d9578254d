import { privateSocket } from '@adda/contract/direct';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { groupSocket } from '@adda/contract/rooms';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { expect, it } from 'vitest';
import { startPrivacy, type Person } from '../privacy/privacy.fixture.ts';
import { eventually, refusalOf, type ReceivedEvent } from './rooms.fixture.ts';
import { namingEvents, namingRequests, type Given } from './private-rooms.fixture.ts';

type Callers = 'outsider' | 'guest' | 'left' | 'banned';
type Made = { readonly params: object; readonly query: object; readonly body: object };

const UNKNOWN_ROOM = '0123456789abcdef01234567';
const UNKNOWN_MESSAGE = 'zzzzzz-1';

/** Headers that differ between any two responses. */
const VARYING: ReadonlySet<string> = new Set(['date', 'content-length', 'x-request-id', 'etag']);

/**
 * Creates a public room with a whisper, a picture, a draft and messages of two users, one of whom leaves and the other is
 * banned; then it becomes private. `square` is a public room of all callers.
 */
async function startPrivateRoom() {
  const world = await startPrivacy();
  const { client, person, guest, open, join, leave, ban, connect, history, uploadPicture } = world;
  const owner = await person();
  const name = `Hideaway ${randomUUID().slice(0, 8)}`;
  const [groupId, square] = [await open(owner, name), await open(owner)];
  const callers = {
    outsider: await person(),
    guest: await guest(),
    left: await person(),
    banned: await person(),
  };
  for (const caller of Object.values(callers)) await join(caller, square);
  const say = async (by: Person, room: string, content: string, more = {}) => {
    const { send, socket } = await connect(by, room);
    const answer = await send(content, more);
    socket.disconnect();
    return '_id' in answer ? answer._id : '';
  };
  for (const caller of [callers.left, callers.banned]) await join(caller, groupId);
  const messages: Record<Callers | 'square', string> = {
    outsider: await say(owner, groupId, 'between us'),
    guest: await say(owner, groupId, 'and us'),
    left: await say(callers.left, groupId, 'I was here'),
    banned: await say(callers.banned, groupId, 'so was I'),
    square: await say(owner, square, 'hello all'),
  };
  await say(owner, groupId, `@${callers.left.username} psst`);
  await say(owner, groupId, 'look', { image_id: await uploadPicture(owner) });
  const link = (await history(callers.left, groupId)).data.messages.at(-1)?.image_url ?? '';
  await client('PUT /drafts', { body: { group_id: groupId, text: 'unsent' } }, callers.left);
  expect(
    (await client('POST /conversations/mute', { body: { group_id: groupId } }, callers.left)).status,
  ).toBe(200);
  await leave(callers.left, groupId);
  await ban(owner, groupId, callers.banned);
  const change = { params: { id: groupId }, body: { visibility: 'private' as const } };
  expect((await client('PATCH /groupchat/groups/:id', change, owner)).status).toBe(200);
  return { ...world, owner, groupId, name, square, callers, messages, link };
}

type World = Awaited<ReturnType<typeof startPrivateRoom>>;

/** Makes a request; returns everything of the response except what any two responses differ in, without the ids. */
async function answerTo(
  url: string,
  key: string,
  { params, query, body }: Made,
  { token }: Person,
  ids: Given,
) {
  const [method = 'GET', path = ''] = key.split(' ');
  const values = new Map<string, unknown>(Object.entries(params));
  const filled = path.replace(/:(\w+)/g, (_mark, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const hasBody = method !== 'GET';
  const response = await fetch(`${url}${filled}?${search.toString()}`, {
    method,
    headers: {
      [API_KEY_HEADER]: DEFAULT_API_KEY,
      authorization: `Bearer ${token}`,
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
  const headers = [...response.headers].filter(([header]) => !VARYING.has(header));
  const text = (await response.text())
    .replaceAll(ids.room, '{room}')
    .replaceAll(`"${ids.message}"`, '{message}')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}');
  return { status: response.status, headers, text };
}

it('GR-01: to outsiders, guests, former and banned members every route answers about a private room as about an unknown one', async () => {
  const world = await startPrivateRoom();
  const { url, owner, groupId, square, callers, messages } = world;
  const requests = namingRequests();
  expect(requests.map(({ name }) => name)).toContain('GET /groupchat/groups/:id id');
  const compared = requests.flatMap((request) =>
    (['outsider', 'guest', 'left', 'banned'] as const).map(async (who) => {
      const { username } = owner;
      const given = { room: square, message: messages.square, username };
      const of = async (named: Given) =>
        answerTo(url, request.key, request.make(named, given), callers[who], named);
      const unknown = await of({ room: UNKNOWN_ROOM, message: UNKNOWN_MESSAGE, username });
      const hidden = await of({ room: groupId, message: messages[who], username });
      expect(hidden, `${request.name} by ${who}`).toEqual(unknown);
      expect(hidden.status, `${request.name} by ${who}: ${hidden.text}`).not.toBe(422);
    }),
  );
  await Promise.all(compared);
});

it('GR-01: both sockets refuse a private room as an unknown one, and their events say nothing about it', async () => {
  const world = await startPrivateRoom();
  const { owner, groupId, square, callers, messages, url, connect, connectChat } = world;
  const without = (value: unknown, { room, message }: Given) =>
    JSON.stringify(value).replaceAll(room, '{room}').replaceAll(`"${message}"`, '{message}');
  for (const who of ['outsider', 'guest', 'left', 'banned'] as const) {
    const caller = callers[who];
    const { username } = owner;
    const given = { room: square, message: messages.square, username };
    const both = [
      { room: UNKNOWN_ROOM, message: UNKNOWN_MESSAGE, username },
      { room: groupId, message: messages[who], username },
    ];
    const refusals = both.map(async (named) =>
      without(
        await refusalOf(url, { token: caller.token, self: caller.username, group_id: named.room }),
        named,
      ),
    );
    const [unknown, hidden] = await Promise.all(refusals);
    expect([who, hidden]).toEqual([who, unknown]);
    expect(hidden).toContain('group_not_found');
    const [inSquare, withOwner] = [await connect(caller, square), await connectChat(caller, owner)];
    const opened = [
      { incoming: groupSocket.incoming, client: inSquare, last: ['group_message', { group_id: square }] },
      { incoming: privateSocket.incoming, client: withOwner, last: ['message', {}] },
    ] as const;
    for (const { incoming, client, last } of opened) {
      const socket: Socket = client.socket;
      const { received } = client;
      for (const { event, name, make } of namingEvents(incoming)) {
        const heard: string[] = [];
        for (const named of both) {
          const from = received.length;
          socket.emit(event, make(named, given));
          // Refused as empty: whatever the event before it caused has arrived.
          const clientMessageId = randomUUID();
          socket.emit(last[0], { ...last[1], content: '', clientMessageId });
          // Presence in the public room comes at any time.
          const isPresence = ({ event: other }: ReceivedEvent) => other === 'user_status';
          const isLast = (each: unknown) => JSON.stringify(each).includes(clientMessageId);
          await eventually(() => expect(received.slice(from).some(isLast)).toBe(true));
          heard.push(
            without(
              received.slice(from).filter((each) => !isLast(each) && !isPresence(each)),
              named,
            ),
          );
        }
        expect([name, who, heard[1]]).toEqual([name, who, heard[0]]);
      }
    }
  }
});

it('GR-01: a private room is in no list, search, profile, count, link, event or data copy of those who are not in it', async () => {
  const world = await startPrivateRoom();
  const { client, url, owner, groupId, name, callers, link, admin, getRoom, connectShell } = world;
  const { outsider, left, banned } = callers;
  const list = async (by: Person, search?: string) =>
    (await client('GET /groupchat/groups', { query: { search, limit: 100 } }, by)).data;
  const everything = async (by: Person) =>
    (await client('GET /search', { query: { q: name } }, by)).data.rooms;
  for (const caller of Object.values(callers)) {
    expect(await list(caller, name)).toMatchObject({ groups: [], total_count: 0 });
    const all = await list(caller);
    expect(all.total_count).toBe(all.groups.length);
    expect(await everything(caller)).toEqual([]);
    const profile = { params: { username: owner.username } };
    const seen = [
      all,
      (await client('GET /groupchat/users/:username/profile', profile, caller)).data,
      (await client('GET /chat/unread', {}, caller)).data,
      (await client('GET /drafts', {}, caller)).data,
    ];
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${groupId}|${name}`));
  }
  for (const insider of [owner, await admin()]) {
    expect((await list(insider, name)).total_count).toBe(1);
    expect((await everything(insider)).map((room) => room.group_id)).toEqual([groupId]);
    expect((await getRoom(insider, groupId)).data.visibility).toBe('private');
  }
  const opened = await fetch(`${url}${link}`, { headers: { authorization: `Bearer ${left.token}` } });
  expect([opened.status, await opened.text()]).toEqual([404, expect.stringContaining('image_not_found')]);
  for (const former of [left, banned]) {
    const files = [...(await world.copyOf(former)).values()].map(String).join('\n');
    expect(files).toContain(former === left ? 'I was here' : 'so was I');
    expect(files).not.toMatch(new RegExp(`${groupId}|${name}`));
  }
  await expectSilence(world, [
    await connectShell(outsider),
    await connectShell(left),
    await connectShell(banned),
  ]);
});

/** Does in the room what its members are told of, and expects that these shells hear nothing of it. */
async function expectSilence(
  { client, owner, groupId, name, callers, ban, unban, kick, connect, deleteGroup, person, join }: World,
  shells: readonly { readonly received: readonly unknown[] }[],
): Promise<void> {
  const params = { id: groupId };
  const { outsider, left, banned } = callers;
  const inside = await connect(owner, groupId);
  await inside.send(`for us alone, not for ${outsider.username}`);
  for (const former of [outsider, left]) expect((await ban(owner, groupId, former)).status).toBe(200);
  for (const former of [outsider, banned]) expect((await unban(owner, groupId, former)).status).toBe(200);
  const guest = await person();
  await client('PATCH /groupchat/groups/:id', { params, body: { visibility: 'public' } }, owner);
  await join(guest, groupId);
  await client('PATCH /groupchat/groups/:id', { params, body: { visibility: 'private', topic: 'x' } }, owner);
  await kick(owner, groupId, guest);
  await eventually(() => expect(JSON.stringify(inside.received)).toContain('kick_user'));
  await deleteGroup(owner, groupId);
  for (const caller of [outsider, left, banned])
    await client('PATCH /users/availability', { body: { is_available: false } }, caller);
  for (const { received } of shells) {
    await eventually(() => expect(JSON.stringify(received)).toContain('availability'));
    expect(JSON.stringify(received)).not.toMatch(new RegExp(`${groupId}|${name}`));
  }
}

it('SV-27, SV-35, SV-36: about a public room, outsiders see the first ten members and learn why they may not read or join', async () => {
  const { open, person, join, ban, history, listMembers } = await startPrivacy();
  const [owner, outsider, banned] = [await person(), await person(), await person()];
  const groupId = await open(owner);
  await join(banned, groupId);
  await ban(owner, groupId, banned);
  expect((await join(banned, groupId)).error.code).toBe('banned_from_group');
  expect((await history(outsider, groupId)).error.code).toBe('not_a_member');
  expect((await listMembers(outsider, groupId)).data.members).toHaveLength(1);
});
