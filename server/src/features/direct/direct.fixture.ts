import type { privateSocket, PrivateOutgoing, SendPrivateMessage } from '@adda/contract/direct';
import type { EventPayloads } from '@adda/contract/kernel';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, vi } from 'vitest';
import { makeKnown } from '../../test/known-people.fixture.ts';
import { startRooms, type ReceivedEvent, type Person } from '../rooms/rooms.fixture.ts';

export { eventually } from '../rooms/rooms.fixture.ts';
export type { Person } from '../rooms/rooms.fixture.ts';

type Listens = { [E in keyof PrivateOutgoing]: (payload: PrivateOutgoing[E]) => void };
type Incoming = EventPayloads<typeof privateSocket.incoming>;
type Emits = { [E in keyof Incoming]: (payload?: unknown) => void };

/** Starts the application of the file with users and stock clients of private chats. */
export async function startChats(...given: Parameters<typeof startRooms>) {
  const fixture = await startRooms(...given);
  const { client, url, person, database } = fixture;

  /** Registers two users who know each other (MR-01). */
  async function twoPeople() {
    const [ann, bob] = [await person(), await person()];
    await makeKnown(database.db, [ann, bob]);
    return { ann, bob };
  }

  /** Opens a chat of each of the two users. */
  async function openChat() {
    const { ann, bob } = await twoPeople();
    return { ann, bob, annChat: await connectChat(url, ann, bob), bobChat: await connectChat(url, bob, ann) };
  }

  /** Opens a chat of a user with another, whom the user knows from then on. */
  async function connectKnown(someone: Person, peer: Pick<Person, 'username'>) {
    await makeKnown(database.db, [someone, peer]);
    return connectChat(url, someone, peer);
  }

  return {
    ...fixture,
    twoPeople,
    openChat,
    connectChat: connectKnown,
    /** Opens a chat of a user with a stranger. */
    connectStranger: (someone: Person, peer: Pick<Person, 'username'>) => connectChat(url, someone, peer),
    /** Makes users known to each other (MR-01). */
    makeKnown: (...people: readonly Pick<Person, 'username'>[]) => makeKnown(database.db, people),
    /** Connects a shell, which can send as a chat does. */
    connectShell: (someone: Person) => connectPrivate(url, someone),
    /** Returns the error of a client that is refused. */
    refusalOf: (query: Record<string, string>) => refusalOf(url, query),
    read: (
      someone: Person,
      { username }: Pick<Person, 'username'>,
      query: {
        before?: string;
        after_sequence?: number;
        after_revision?: number;
        around_sequence?: number;
        limit?: number;
      } = {},
    ) => client('GET /chat/messages', { query: { recipient: username, ...query } }, someone),
    getMessage: (someone: Person, id: string) =>
      client('GET /chat/messages/:id', { params: { id } }, someone),
    deleteMessages: (
      someone: Person,
      { username }: Pick<Person, 'username'>,
      ids: readonly string[],
      currentUser?: string,
    ) =>
      client(
        'POST /chat/delete_messages',
        { body: { message_ids: [...ids], recipient: username, currentUser } },
        someone,
      ),
    block: (someone: Person, { username }: Pick<Person, 'username'>) =>
      client('POST /users/block', { body: { blocked_username: username } }, someone),
    unblock: (someone: Person, { username }: Pick<Person, 'username'>) =>
      client('POST /users/unblock', { body: { blocked_username: username } }, someone),
    setAvailable: (someone: Person, isAvailable: boolean) =>
      sql`UPDATE users SET is_available = ${isAvailable} WHERE username = ${someone.username}`.execute(
        database.db,
      ),
    suspend: (someone: Person) =>
      sql`UPDATE users SET suspended_at = now() WHERE username = ${someone.username}`.execute(database.db),
  };
}

function openSocket(url: string, query: Record<string, string>): Socket<Listens, Emits> {
  const socket = io(url, {
    path: '/socket.io',
    query,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

function refusalOf(url: string, query: Record<string, string>): Promise<unknown> {
  const socket = openSocket(url, query);
  return new Promise((resolve) =>
    socket.once('connect_error', (error: Error & { data?: unknown }) => resolve(error.data)),
  );
}

/** Connects a client of a private chat to the node with this address. */
export function connectChat(url: string, someone: Person, peer: Pick<Person, 'username'>) {
  return connectPrivate(url, someone, peer.username);
}

/** Connects a shell to the node with this address. */
export const connectShellTo = (url: string, someone: Person) => connectPrivate(url, someone);

async function connectPrivate(url: string, { username, token }: Person, recipient?: string) {
  const socket = openSocket(url, { token, self: username, ...(recipient !== undefined && { recipient }) });
  const received: ReceivedEvent[] = [];
  socket.onAny((event: string, payload: unknown) => {
    // A test of another file may stop its node without a final entry, on the same Redis.
    if (event !== 'catch_up') received.push({ event, payload });
  });
  /** Returns the payloads of one event, in order of arrival. */
  const all = <E extends keyof PrivateOutgoing>(event: E) =>
    // The listener's type is unknown for socket.io's payloads.
    received.filter((entry) => entry.event === event).map((entry) => entry.payload as PrivateOutgoing[E]);
  await vi.waitFor(() => expect(socket.connected).toBe(true), { interval: 5 });

  /** Sends a message; resolves with its acknowledgement or its error, whichever arrives first. */
  async function send(content: string | null | undefined, more: Partial<SendPrivateMessage> = {}) {
    const clientMessageId = more.clientMessageId ?? randomUUID();
    const seen = received.length;
    const answer = () => {
      for (const { event, payload } of received.slice(seen)) {
        if (event !== 'message_confirmation' && event !== 'error') continue;
        const result = payload as PrivateOutgoing['message_confirmation'] | PrivateOutgoing['error'];
        if (result.clientMessageId === clientMessageId) return result;
      }
      return undefined;
    };
    socket.emit('message', { recipient, content, ...more, clientMessageId });
    return vi.waitUntil(answer, { interval: 5 });
  }

  /** Sends a message that must be stored; returns its id. */
  async function say(content: string, more: Partial<SendPrivateMessage> = {}): Promise<string> {
    const answer = await send(content, more);
    if (!('_id' in answer)) throw new Error(`was refused: ${answer.code}`);
    return answer._id;
  }

  /** Returns the code of the next error after sending; undefined if the message is acknowledged. */
  async function refusal(
    content: string | null | undefined,
    more: Partial<SendPrivateMessage> = {},
  ): Promise<string | undefined> {
    const answer = await send(content, more);
    return 'code' in answer ? answer.code : undefined;
  }

  return { username, socket, received, all, send, say, refusal };
}

export type ChatClient = Awaited<ReturnType<typeof connectChat>>;
