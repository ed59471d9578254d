/**
 * Sends malformed input to every route and every socket event. No response may have status 500 or expose internals, and
 * the program must not end.
 */
import { routes } from '@adda/contract';
import { groupSocket } from '@adda/contract/rooms';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.fixture.ts';
import { volume } from './volume.fixture.ts';

const HTTP_CASES = volume(1200, 6000);
const EVENT_CASES = volume(800, 4000);

/** Number of events that a connection sends before it waits for a response. */
const AT_ONCE = 40;

/** Sends a message to the room and waits until it is confirmed, or the connection is closed. */
async function confirmed(socket: Socket, clientMessageId: string): Promise<void> {
  const result = new Promise<string>((resolve) => {
    socket.on('message_confirmation', (confirmation: { clientMessageId?: string }) => {
      if (confirmation.clientMessageId === clientMessageId) resolve('confirmed');
    });
    socket.once('disconnect', resolve);
  });
  socket.emit('group_message', { group_id: groupId, content: 'still here', clientMessageId });
  expect(await result).toBe('confirmed');
}

/** Calls that end the account or the session that the other cases need. */
const ENDING = /logout|sessions|DELETE \/users\/me|upgrade|refresh/;

const words = fc.constantFrom(
  'username',
  'email',
  'password',
  'group_id',
  'content',
  'sex',
  'birth_date',
  'age',
  'country',
  'state',
  'token',
  'name',
  'page',
  'limit',
  'before',
  'after_sequence',
  'after_revision',
  'message_ids',
  'image_url',
  'image_id',
  'youtube_url',
  'search',
  'clientMessageId',
  '__proto__',
  'constructor',
);
const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    "'; DROP TABLE users; --",
    '%',
    '\\',
    '../../etc/passwd',
    '{"$gt":""}',
    'NaN',
    '1e309',
    '-1',
    '9'.repeat(30),
    'x'.repeat(3000),
    '2026-02-31',
    '0000-01-01',
    '99999-01-01T00:00:00.000Z',
    'a'.repeat(24),
    '1-1',
    'zzzzzzzzzzzz-zzzzzzzzzzzz',
    '0'.repeat(24),
    '<script>alert(1)</script>',
    '@',
    '@ ',
    '@a b',
    'true',
    'null',
  ),
);
const anything = fc.oneof(
  nastyText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, [], {}, [[]], Number.MAX_SAFE_INTEGER, -0.5),
);
const body = fc.oneof(anything, fc.dictionary(words, anything, { maxKeys: 8 }));
const queryText = fc.array(fc.tuple(words, nastyText), { maxLength: 4 });
const key = fc.constantFrom(...Object.keys(routes).filter((route) => !ENDING.test(route)));

let app: TestApp;
let token: string;
let groupId: string;
let username: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startTestApp();
  username = 'steady';
  const person = { sex: 'female', birth_date: '1999-05-17', country: 'India', state: 'Kerala' } as const;
  const { data } = await app.client('POST /auth/register', {
    body: { username, email: 'steady@example.com', password: 'warm chai at dusk', ...person },
  });
  token = data.access_token;
  groupId = (await app.client('POST /groupchat/groups/create', { body: { name: 'Open house' } }, { token }))
    .data.group_id;
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await app.stop();
});

const inside = /node_modules|\bat \S+ \(|\.ts:\d+|syntax error|violates|Error:/;

async function expectControlledResponse(response: Response, what: string): Promise<void> {
  const text = await response.text();
  expect(response.status, `${what} answered ${response.status} ${text}`).toBeLessThan(500);
  expect(text, what).not.toMatch(inside);
  if (response.status >= 400) expect(JSON.parse(text), what).toHaveProperty('detail');
}

describe('hostile input', () => {
  it(
    `R-20: ${HTTP_CASES} calls with malformed parts: no 500, no internals exposed`,
    { timeout: 240_000 },
    async () => {
      const call = fc.asyncProperty(
        key,
        body,
        queryText,
        nastyText,
        fc.boolean(),
        async (route, sent, query, id, known) => {
          const [method = 'GET', path = '/'] = route.split(' ');
          const target = new URL(
            path.replace(/:\w+/g, () => encodeURIComponent(id.toWellFormed())),
            app.url,
          );
          for (const [name, value] of query) target.searchParams.append(name, value);
          const response = await fetch(target, {
            method,
            headers: {
              'x-api-key': 'adda-web',
              ...(method !== 'GET' && { 'content-type': 'application/json' }),
              authorization: `Bearer ${known ? token : encodeURIComponent(id.toWellFormed())}`,
            },
            ...(method !== 'GET' && { body: JSON.stringify(sent) ?? '' }),
          });
          await expectControlledResponse(response, `${route} ${JSON.stringify(sent)} ${target.search}`);
        },
      );
      await fc.assert(call, { numRuns: HTTP_CASES, endOnFailure: true });
    },
  );

  it(
    `SV-101: ${EVENT_CASES} events with malformed payloads: errors, and the connection stays open`,
    { timeout: 240_000 },
    async () => {
      const socket = io(app.url, {
        path: groupSocket.path,
        transports: ['websocket'],
        query: { token, group_id: groupId, self: username },
      });
      sockets.push(socket);
      await new Promise((connected, refused) =>
        socket.once('connect', () => connected(undefined)).once('connect_error', refused),
      );
      const codes = new Set<string>();
      socket.on('error', (failure: { code: string; detail: string }) => {
        codes.add(failure.code);
        expect(failure.detail).not.toMatch(inside);
      });
      const event = fc.oneof(
        fc.constantFrom(...Object.keys(groupSocket.incoming)),
        nastyText.filter((name) => !RESERVED.has(name)),
      );
      const wrong = fc.sample(fc.tuple(event, fc.oneof(body, sendLike)), EVENT_CASES);
      // A larger burst would be a flood, which ends the connection.
      for (let sent = 0; sent < wrong.length; sent += AT_ONCE) {
        for (const [name, payload] of wrong.slice(sent, sent + AT_ONCE)) socket.emit(name, payload);
        await confirmed(socket, `still-here-${sent}`);
      }
      expect(codes).not.toContain('internal');
      expect(codes.size).toBeGreaterThan(0);
      expect(socket.connected).toBe(true);
    },
  );

  it('R-13: malformed handshakes are refused with a detail', { timeout: 120_000 }, async () => {
    // A client library can't encode a lone surrogate.
    const text = nastyText.map((given) => given.toWellFormed());
    const query = fc.record({ token: text, group_id: fc.oneof(text, fc.constant(groupId)), self: text });
    for (const wrong of fc.sample(query, 60)) {
      const socket = io(app.url, {
        path: groupSocket.path,
        transports: ['websocket'],
        query: wrong,
        forceNew: true,
        reconnection: false,
      });
      sockets.push(socket);
      const refusal = await new Promise<{ message: string; data?: { detail: string; code: string } }>(
        (refused) => {
          socket.once('connect_error', refused);
        },
      );
      expect(refusal.data?.code).toBeTypeOf('string');
      expect(refusal.data?.code).not.toBe('internal');
      socket.close();
    }
  });
});

/** Reserved names of Socket.IO; a client library refuses to emit them. */
const RESERVED = new Set([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
]);

/** A nearly valid message. */
const sendLike = fc.record(
  {
    group_id: fc.oneof(nastyText, fc.constant('0'.repeat(24))),
    content: anything,
    image_url: anything,
    image_id: anything,
    youtube_url: anything,
    clientMessageId: anything,
    timestamp: anything,
  },
  { requiredKeys: [] },
);
