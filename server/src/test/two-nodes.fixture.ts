import { HEARTBEAT_MS } from '@adda/contract/direct';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { onTestFinished, vi } from 'vitest';
import { createClient, type Client } from './client.ts';
import { about } from './kill-nine.fixture.ts';
import { createOwnDatabase } from './own-database.fixture.ts';
import { startOwnRedis } from './redis.fixture.ts';
import { startServer } from './server-process.fixture.ts';
import { openTcpProxy } from './tcp-proxy.fixture.ts';

/** The services that these tests need; undefined if the run has none. */
export const postgresUrl = process.env['TEST_DATABASE_URL'] || undefined;
export const hasServices = postgresUrl !== undefined && Boolean(process.env['TEST_REDIS_URL']);

export type Person = { readonly username: string; readonly token: string };

/** Creates a PostgreSQL database and a Redis for one test, and a function that starts nodes on them. */
export async function startServices() {
  const database = await createOwnDatabase(postgresUrl ?? '');
  onTestFinished(database.drop);
  const redis = await startOwnRedis();
  const proxy = await openTcpProxy(redis.port);
  onTestFinished(proxy.close);
  /** Starts another node in its own process; its Redis is behind a TCP proxy. */
  const startNode = async (env: Record<string, string> = {}) => {
    const server = await startServer({
      env: {
        RATE_LIMITS: 'off',
        JWT_SECRET: 'a secret for tests of two nodes, long enough',
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.url,
        REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
        ...env,
      },
    });
    onTestFinished(server.dispose);
    return { ...server, client: createClient(server.url) };
  };
  return { redis, proxy, startNode };
}

export type ClusterNode = Awaited<ReturnType<Awaited<ReturnType<typeof startServices>>['startNode']>>;

/** Creates a guest. */
export async function guest(client: Client): Promise<Person> {
  const { data } = await client('POST /auth/guest', { body: about });
  return { username: data.username, token: data.access_token };
}

/** Creates a room of the first user, with the others as members. */
export async function roomOf(client: Client, members: readonly Person[]): Promise<string> {
  const [creator, ...others] = members;
  const { data } = await client(
    'POST /groupchat/groups/create',
    { body: { name: `Room ${randomUUID().slice(0, 8)}` } },
    creator,
  );
  for (const other of others)
    await client('POST /groupchat/groups/join', { body: { group_id: data.group_id } }, other);
  return data.group_id;
}

/** Creates a user who can create rooms. */
export async function registered(client: Client): Promise<Person> {
  const username = `p${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const body = { ...about, username, password: 'a long Password 1', email: `${username}@example.com` };
  const { data } = await client('POST /auth/register', { body });
  return { username: data.username, token: data.access_token };
}

type Place = { readonly groupId: string } | { readonly recipient: string };
type Message = { readonly _id: string; readonly sequence: number };

/**
 * Connects a standard client that follows the contract: it requests messages after the last gapless sequence when the
 * server sends `catch_up`, and at no other time.
 */
export async function joinNode(node: ClusterNode, person: Person, place: Place) {
  const isRoom = 'groupId' in place;
  const { username, token } = person;
  const socket: Socket = io(node.url, {
    path: isRoom ? '/group-socket.io' : '/socket.io',
    query: { token, self: username, ...(isRoom ? { group_id: place.groupId } : place) },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  const beat = isRoom ? undefined : setInterval(() => socket.emit('heartbeat'), HEARTBEAT_MS).unref();
  const left = new AbortController();
  const catchingUp = new Set<Promise<void>>();
  // The nodes stop after this: a catch-up that still waits ends here, one under way gets its response first.
  onTestFinished(async () => {
    clearInterval(beat);
    socket.disconnect();
    left.abort();
    await Promise.allSettled(catchingUp);
  });
  const ids = new Map<number, string>();
  const doubled: Message[] = [];
  const received: { event: string; payload: unknown }[] = [];
  const confirmed = new Set<string>();
  const note = (message: Message) => {
    if ((ids.get(message.sequence) ?? message._id) !== message._id) doubled.push(message);
    ids.set(message.sequence, message._id);
  };
  const reached = () => {
    let last = 0;
    while (ids.has(last + 1)) last += 1;
    return last;
  };
  const catchUp = async (spreadMs: number) => {
    await delay(Math.random() * spreadMs, undefined, { signal: left.signal });
    const after = { after_sequence: reached(), limit: 200 };
    const { data } = isRoom
      ? await node.client(
          'GET /groupchat/group-messages',
          { query: { group_id: place.groupId, ...after } },
          person,
        )
      : await node.client('GET /chat/messages', { query: { ...place, ...after } }, person);
    data.messages.forEach(note);
  };
  socket.onAny((event: string, payload: unknown) => void received.push({ event, payload }));
  socket.on(isRoom ? 'group_message' : 'message', note);
  socket.on('message_confirmation', ({ clientMessageId }: { clientMessageId: string }) =>
    confirmed.add(clientMessageId),
  );
  socket.on('catch_up', ({ spread_ms: spreadMs }: { spread_ms: number }) => {
    const request = catchUp(spreadMs).catch((error: unknown) => {
      if (!left.signal.aborted) throw error;
    });
    catchingUp.add(request);
    void request.finally(() => catchingUp.delete(request));
  });
  await vi.waitFor(() => socket.connected || Promise.reject(new Error('not connected')), { timeout: 20_000 });
  return {
    person,
    socket,
    received,
    doubled,
    reached,
    count: () => ids.size,
    /** Sends a message; resolves when it is confirmed, within ten seconds. */
    send: async (content: string) => {
      const clientMessageId = randomUUID();
      const where = isRoom ? { group_id: place.groupId } : place;
      socket.emit(isRoom ? 'group_message' : 'message', { ...where, content, clientMessageId });
      await vi.waitUntil(() => confirmed.has(clientMessageId), { interval: 10 });
    },
  };
}

/** Whether a client received an event whose payload has these fields. */
export const hasReceived = (
  { received }: Pick<Awaited<ReturnType<typeof joinNode>>, 'received'>,
  event: string,
  fields: Record<string, unknown>,
): boolean =>
  received.some(
    ({ event: name, payload }) =>
      name === event &&
      typeof payload === 'object' &&
      Object.entries(fields).every(([field, value]) => Reflect.get(payload ?? {}, field) === value),
  );
