import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server, Socket as TcpSocket } from 'node:net';
import { connect, createServer as createTcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import { expect, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import type { EventLimit } from '@adda/contract/platform';
import { AppError } from '../errors.ts';
import type { Connection, Handshake, OutgoingEvent, RealtimeOptions, RoomName, Settling } from './index.ts';
import { createRealtime } from './index.ts';

export type Outgoing = {
  said: { n: number; text?: string };
  message_confirmation: { clientMessageId: string };
  kick_user: { username: string };
};
type Incoming = { say: { clientMessageId: string; text: string }; refuse: unknown; crash: unknown };
type Identity = { username: string };

const schemas = {
  say: z.object({ clientMessageId: z.string(), text: z.string() }),
  refuse: z.unknown(),
  crash: z.unknown(),
};

const LIMIT = { calls: 1000, seconds: 10 };

type NodeSettings = Partial<RealtimeOptions> & {
  beforeAdmission?: (handshake: Handshake) => Promise<void>;
  /** Runs when it is the client's turn. */
  duringAdmission?: () => Promise<void>;
  /** The limit of each event. */
  limits?: EventLimit;
  /** Additional work of `say`. */
  onSay?: (text: string) => Promise<Settling | void>;
  /**
   * Returns the rooms of a client that may stay, while other nodes are unreachable; default: its own room and room
   * `g`.
   */
  reauthorize?: (connection: Connection<Identity, Outgoing>) => RoomName[] | Promise<RoomName[]>;
};

/** Starts a real node on a random port. Clients name themselves and their rooms in the query. `say` runs `onSay`. */
export async function startNode({
  beforeAdmission,
  duringAdmission,
  onSay,
  limits = LIMIT,
  reauthorize = ({ identity }) => [`user:${identity.username}`, 'group:g'],
  ...options
}: NodeSettings = {}) {
  const httpServer = createServer((_request, response) => response.writeHead(404).end());
  const log: { level: string; details: object; message: string }[] = [];
  const record = (level: string) => (details: object, message: string) =>
    void log.push({ level, details, message });
  const logger = { info: record('info'), warn: record('warn'), error: record('error') };
  const realtime = createRealtime({
    httpServer,
    logger,
    publicOrigins: ['https://adda.example'],
    ...options,
  });
  const connections: Connection<Identity, Outgoing>[] = [];
  const received: { username: string; text: string }[] = [];
  const left: { username: string; reason: string }[] = [];
  const server = realtime.createServer<Incoming, Outgoing, Identity>({
    path: '/group-socket.io',
    schemas,
    limits: { say: limits, refuse: limits, crash: limits },
    admit: async (handshake) => {
      await beforeAdmission?.(handshake);
      if (handshake.token !== 'good') throw new AppError('invalid_token');
      const username = handshake.query['self'] ?? 'nobody';
      await handshake.onVerified(username);
      await duringAdmission?.();
      const rooms = (handshake.query['groups'] ?? 'g').split(',').map((id): RoomName => `group:${id}`);
      return { identity: { username }, rooms: [`user:${username}`, ...rooms] };
    },
    reauthorize: async (connection) => reauthorize(connection),
    onConnect: (connection) => void connections.push(connection),
    onDisconnect: ({ identity }, reason) => void left.push({ ...identity, reason }),
    handlers: {
      say: ({ identity }, { text }) => {
        received.push({ ...identity, text });
        return onSay?.(text);
      },
      refuse: () => {
        throw new AppError('rate_limited', { retry_after: 3 });
      },
      crash: () => {
        throw new Error('the secret inner workings');
      },
    },
  });
  const port = await listen(httpServer);
  onTestFinished(async () => {
    await realtime.close({ reason: 'test finished' });
    await realtime.leave();
    httpServer.close();
  });
  return { url: `http://127.0.0.1:${port}`, port, realtime, server, connections, received, left, log };
}

export type TestNode = Awaited<ReturnType<typeof startNode>>;

type ClientOptions = Partial<ManagerOptions & SocketOptions>;

/** Opens a stock client that records all received events in order. Does not wait for the connection. */
export function openClient(url: string, query: Record<string, string> = {}, options: ClientOptions = {}) {
  const socket = io(url, {
    path: '/group-socket.io',
    transports: ['websocket'],
    forceNew: true,
    query: { token: 'good', self: 'ann', ...query },
    reconnectionDelay: 50,
    ...options,
  });
  const events: { event: string; payload: unknown }[] = [];
  const numbers: number[] = [];
  socket.onAny((event: string, payload: unknown) => void events.push({ event, payload }));
  socket.on('said', ({ n }: { n: number }) => void numbers.push(n));
  onTestFinished(() => void socket.disconnect());
  return { socket, events, numbers };
}

export type TestClient = ReturnType<typeof openClient>;

/** Opens a stock client and waits for its connection. */
export async function joinClient(url: string, query?: Record<string, string>, options?: ClientOptions) {
  const client = openClient(url, query, options);
  await connected(client.socket);
  return client;
}

/** Polls until the check passes, also on a busy machine. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { interval: 5 });
}

/** Waits until the client is connected. */
export async function connected(socket: Socket): Promise<void> {
  await eventually(() => expect(socket.connected).toBe(true));
}

/**
 * Returns the refusal of a client: the data of its `connect_error`, or the plain message when the transport was
 * refused.
 */
export function refusal({ socket }: TestClient): Promise<{ message: string; data?: unknown }> {
  return new Promise((resolve) => socket.once('connect_error', resolve));
}

/**
 * Starts a proxy between client and node. `pause` simulates a stalled reader, `resume` lets everything through again.
 */
export async function startSlowPath(port: number) {
  const pairs: { client: TcpSocket; upstream: TcpSocket }[] = [];
  const faults: (string | undefined)[] = [];
  const proxy = createTcpServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    pairs.push({ client, upstream });
    client.pipe(upstream);
    upstream.pipe(client);
    upstream.on('error', ({ code }: NodeJS.ErrnoException) => faults.push(code));
    for (const socket of [client, upstream]) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => [client, upstream].forEach((end) => end.destroy()));
    }
  });
  const proxyPort = await listen(proxy);
  onTestFinished(() => {
    pairs.forEach(({ upstream }) => upstream.destroy());
    proxy.close();
  });
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    /** Error codes with which the node ended connections. */
    faults,
    pause: () => pairs.forEach(({ upstream }) => upstream.unpipe().pause()),
    resume: () => pairs.forEach(({ client, upstream }) => upstream.pipe(client)),
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Publishes messages `from` to `to` to a room, `perFlush` per flush, one flush per turn of the event loop. */
export async function publishNumbers(
  { server }: Pick<TestNode, 'server'>,
  {
    room,
    from,
    to,
    perFlush = 10,
    text,
  }: { room: RoomName; from: number; to: number; perFlush?: number; text?: string },
): Promise<void> {
  for (let first = from; first <= to; first += perFlush) {
    const events: OutgoingEvent<Outgoing>[] = [];
    for (let n = first; n < first + perFlush && n <= to; n += 1)
      events.push({ event: 'said', payload: { n, text } });
    server.publishFlush({ toRooms: new Map([[room, events]]), toConnections: new Map() });
    await nextTurn();
  }
}

/** Returns the numbers `from` to `to`, inclusive. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Returns the payloads of the `catch_up` events that a client received. */
export const catchUpsOf = ({ events }: TestClient): unknown[] =>
  events.filter(({ event }) => event === 'catch_up').map(({ payload }) => payload);

/** Waits until heartbeats, retries and pauses between requests are over, and what Redis servers decide themselves. */
export const soon = (check: () => void): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 });
