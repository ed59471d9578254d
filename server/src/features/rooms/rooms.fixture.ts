import { registration } from '../accounts/accounts.fixture.ts';
import type { EventPayloads } from '@adda/contract/kernel';
import type { privateSocket } from '@adda/contract/direct';
import type {
  GroupMessage,
  GroupOutgoing,
  MessageConfirmation,
  Permission,
  SendGroupMessage,
} from '@adda/contract/rooms';
import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { expect, onTestFinished, vi } from 'vitest';
import { startTestApp } from '../../test/app.fixture.ts';
import type { Client } from '../../test/client.ts';
import { oncePerFile } from '../../test/file-scope.fixture.ts';

/** Secret of the tokens of this fixture. */
export const JWT_SECRET = 'a secret for tests of rooms, long enough';

export type Person = { readonly username: string; readonly token: string };

type Emits = {
  group_message: (
    message: Omit<Partial<SendGroupMessage>, 'content'> & { content?: string | null | undefined },
  ) => void;
  typing_start: (payload: { group_id: string }) => void;
  typing_stop: (payload: { group_id: string }) => void;
};
type Listens<T> = { [E in keyof T]: (payload: T[E]) => void };
type GroupClientSocket = Socket<Listens<GroupOutgoing>, Emits>;

/** An event that a client received. */
export type ReceivedEvent = { event: string; payload: unknown };

type Settings = Record<string, string>;
type Parts = Parameters<typeof startTestApp>[1];

/** The parts of the first call of the file, with which the application was started. */
let partsOfFile: Parts;
const roomsOfFile = oncePerFile(
  () => openRooms({}, partsOfFile),
  ({ stop }) => stop(),
);

/**
 * Starts the application of this file; with settings, a separate one for the test. Every test creates its own users and
 * rooms.
 */
export async function startRooms(settings?: Settings, parts: Parts = {}) {
  if (!settings) {
    partsOfFile = parts;
    return roomsOfFile();
  }
  const own = await openRooms(settings, parts);
  onTestFinished(own.stop);
  return own;
}

/** Creates a room of its creator, a member without grants and a guest, with requests as each of them. */
export async function startOneRoom() {
  const fixture = await startRooms();
  const { creator, groupId, others } = await fixture.roomOf(1);
  const member = await fixture.person();
  await fixture.join(member, groupId);
  const view = async (someone: Person) => (await fixture.getRoom(someone, groupId)).data;
  return { ...fixture, creator, groupId, member, guestMember: others[0] ?? creator, view };
}

/** Starts the real application with users, rooms and stock clients. */
async function openRooms(settings: Settings, parts: Parts) {
  const testApp = await startTestApp({ JWT_SECRET, ...settings }, parts);
  const { client, url, app } = testApp;
  const { database } = app;
  // Redis is shared by all test files, so user ids must differ.
  await sql`ALTER TABLE users ALTER COLUMN id RESTART WITH ${sql.lit(randomInt(1, 2 ** 40))}`.execute(
    database.db,
  );

  async function person(): Promise<Person> {
    const { data } = await client('POST /auth/register', { body: registration() });
    return { username: data.username, token: data.access_token };
  }

  async function guest(): Promise<Person> {
    const body = { sex: 'male', birth_date: '2001-02-03', country: 'UK', state: 'Wales' } as const;
    const { data } = await client('POST /auth/guest', { body });
    return { username: data.username, token: data.access_token };
  }

  async function open(creator: Person, name = `Room ${randomUUID().slice(0, 8)}`): Promise<string> {
    const { data } = await client('POST /groupchat/groups/create', { body: { name } }, creator);
    return data.group_id;
  }

  const join = (someone: Person, groupId: string) =>
    client('POST /groupchat/groups/join', { body: { group_id: groupId } }, someone);
  const leave = (someone: Person, groupId: string) =>
    client('POST /groupchat/groups/leave', { body: { group_id: groupId } }, someone);
  const history = (
    someone: Person,
    groupId: string,
    query: {
      before?: string;
      after_sequence?: number;
      after_revision?: number;
      around_sequence?: number;
      limit?: number;
    } = {},
  ) => client('GET /groupchat/group-messages', { query: { group_id: groupId, ...query } }, someone);

  /** Registers a global administrator. */
  async function admin(): Promise<Person> {
    const someone = await person();
    await sql`UPDATE users SET role = 'admin' WHERE username = ${someone.username}`.execute(database.db);
    return someone;
  }

  /** Creates a room of its creator and some guests. */
  async function roomOf(guests: number) {
    const creator = await person();
    const groupId = await open(creator);
    const others = await Promise.all(Array.from({ length: guests }, () => guest()));
    for (const other of others) expect((await join(other, groupId)).status).toBe(200);
    return { creator, groupId, others, everyone: [creator, ...others] };
  }

  return {
    ...testApp,
    database,
    person,
    guest,
    open,
    join,
    leave,
    history,
    admin,
    roomOf,
    ...moderationOf(client),
    /** Connects a client of a member. */
    connect: (someone: Person, groupId: string) => connectTo(url, someone, groupId),
    /** Returns the error of a client that is refused. */
    refusalOf: (query: Record<string, string>) => refusalOf(url, query),
    /** Connects a shell of a user; `received` lists its events. */
    connectShell: (someone: Person) => connectShell(url, someone),
  };
}

/** Returns the commands of moderators; each is called by the first user, on the second if there is one. */
function moderationOf(client: Client) {
  type Permissions = readonly Permission[];
  const bodyOf = (groupId: string, { username }: Pick<Person, 'username'>) => ({
    group_id: groupId,
    username,
  });
  return {
    kick: (by: Person, groupId: string, whom: Pick<Person, 'username'>) =>
      client('POST /groupchat/groups/kick', { body: bodyOf(groupId, whom) }, by),
    ban: (by: Person, groupId: string, whom: Pick<Person, 'username'>) =>
      client('POST /groupchat/groups/ban', { body: bodyOf(groupId, whom) }, by),
    unban: (by: Person, groupId: string, { username }: Pick<Person, 'username'>) =>
      client('POST /groups/:id/unban', { params: { id: groupId }, body: { username } }, by),
    grant: (by: Person, groupId: string, whom: Pick<Person, 'username'>, permissions: Permissions) =>
      client(
        'POST /groupchat/groups/grant-permission',
        { body: { ...bodyOf(groupId, whom), permissions: [...permissions] } },
        by,
      ),
    revoke: (by: Person, groupId: string, whom: Pick<Person, 'username'>, permissions: Permissions) =>
      client(
        'POST /groupchat/groups/revoke-permission',
        { body: { ...bodyOf(groupId, whom), permissions: [...permissions] } },
        by,
      ),
    deleteGroup: (by: Person, groupId: string) =>
      client('POST /groupchat/groups/delete', { body: { group_id: groupId } }, by),
    listBanned: (by: Person, groupId: string, query: { skip?: number; limit?: number } = {}) =>
      client('GET /groups/:id/banned-users', { params: { id: groupId }, query }, by),
    listMembers: (
      by: Person,
      groupId: string,
      query: { skip?: number; limit?: number; search?: string } = {},
    ) => client('GET /groupchat/groups/:id/members', { params: { id: groupId }, query }, by),
    getRoom: (by: Person, groupId: string) =>
      client('GET /groupchat/groups/:id', { params: { id: groupId } }, by),
  };
}

function openSocket(url: string, path: string, query: Record<string, string>) {
  const socket = io(url, { path, query, transports: ['websocket'], forceNew: true, reconnection: false });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

async function connected(socket: Pick<Socket, 'connected'>): Promise<void> {
  await vi.waitFor(() => expect(socket.connected).toBe(true), { interval: 5 });
}

/** Returns the error with which the group socket refuses a client. */
export function refusalOf(url: string, query: Record<string, string>): Promise<unknown> {
  const socket: Socket = openSocket(url, '/group-socket.io', query);
  return new Promise((resolve) =>
    socket.once('connect_error', (error: Error & { data?: unknown }) => resolve(error.data)),
  );
}

/** Connects a shell of a user to the node with this address; `received` lists its events. */
export async function connectShell(url: string, { username, token }: Person) {
  const socket: Socket<Listens<EventPayloads<typeof privateSocket.outgoing>>> = openSocket(
    url,
    '/socket.io',
    {
      token,
      self: username,
    },
  );
  const received: ReceivedEvent[] = [];
  socket.onAny((event: string, payload: unknown) => {
    // A test of another file may stop its node without a final entry, on the same Redis.
    if (event !== 'catch_up') received.push({ event, payload });
  });
  await connected(socket);
  return { socket, received };
}

/** Connects a client of a member to the node with this address. */
export async function connectTo(url: string, { username, token }: Person, groupId: string) {
  const socket: GroupClientSocket = openSocket(url, '/group-socket.io', {
    token,
    self: username,
    group_id: groupId,
  });
  const messages: GroupMessage[] = [];
  const confirmations: MessageConfirmation[] = [];
  const errors: GroupOutgoing['error'][] = [];
  const received: ReceivedEvent[] = [];
  socket.on('group_message', (message) => void messages.push(message));
  socket.on('message_confirmation', (confirmation) => void confirmations.push(confirmation));
  socket.on('error', (error) => void errors.push(error));
  socket.onAny((event: string, payload: unknown) => {
    // A test of another file may stop its node without a final entry, on the same Redis.
    if (event !== 'catch_up') received.push({ event, payload });
  });
  await connected(socket);

  /** Sends a message; resolves with its acknowledgement or its error, whichever arrives first. */
  async function send(content: string | null | undefined, more: Partial<SendGroupMessage> = {}) {
    const clientMessageId = more.clientMessageId ?? randomUUID();
    const seen = { confirmations: confirmations.length, errors: errors.length };
    const answer = () =>
      confirmations.slice(seen.confirmations).find((entry) => entry.clientMessageId === clientMessageId) ??
      errors.slice(seen.errors).find((entry) => entry.clientMessageId === clientMessageId);
    socket.emit('group_message', { group_id: groupId, content, ...more, clientMessageId });
    return vi.waitUntil(answer, { interval: 5 });
  }

  return { username, socket, messages, confirmations, errors, received, send };
}

export type RoomClient = Awaited<ReturnType<typeof connectTo>>;

/** Waits until the condition is true. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { interval: 5 });
}
