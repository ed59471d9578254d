import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openRawClient, type RawClient } from '../fan-out/raw-client.ts';
import type { User, DatasetRoom } from '../dataset/dataset.types.ts';

const CONNECTING_AT_ONCE = 20;
const MAX_ATTEMPTS = 30;
const RETRY_DELAY_MS = 2000;
const CONFIRMATION = '["message_confirmation"';
const ERROR = '["error"';

/** An open connection of a user: to their room, or to a private chat. */
export type Presence = {
  readonly self: User;
  readonly room: DatasetRoom;
  /** The room or the recipient, as in messages. */
  readonly to: Readonly<Record<string, string>>;
  readonly isPrivate: boolean;
  /** The port of their node, which stays the same. */
  readonly port: number;
  client: RawClient;
  /** Number of connection attempts. */
  attempts: number;
  /** False while a new connection is being established. */
  isOpen: boolean;
};

type Wanted = Pick<Presence, 'self' | 'room' | 'to' | 'isPrivate' | 'port'>;

/** Placeholder before the first connection. */
const NO_CLIENT: RawClient = { send: () => {}, pause: () => {}, localPort: () => 0, close: () => {} };

type Hooks = {
  readonly onConfirmed: (presence: Presence) => void;
  readonly onError: (presence: Presence, text: string) => void;
  readonly onLost: (presence: Presence) => void;
};

/**
 * Opens two connections per user: one to the room and one to a private chat with the next member. Neighbours are on different
 * nodes. All are added to `all` immediately.
 */
export async function connectUsers(
  ports: readonly number[],
  rooms: readonly DatasetRoom[],
  hooks: Hooks,
  all: Presence[],
): Promise<void> {
  const wanted = rooms.flatMap((room) =>
    room.members.flatMap((self, index): Wanted[] => {
      const port = ports[index % ports.length] ?? 0;
      const recipient = room.members[index ^ 1]?.username ?? '';
      return [
        { self, room, to: { group_id: room.groupId }, isPrivate: false, port },
        { self, room, to: { recipient }, isPrivate: true, port },
      ];
    }),
  );
  for (let from = 0; from < wanted.length; from += CONNECTING_AT_ONCE) {
    const group = wanted.slice(from, from + CONNECTING_AT_ONCE);
    await Promise.all(
      group.map(async (each) => {
        const presence: Presence = { ...each, client: NO_CLIENT, attempts: 0, isOpen: false };
        await reconnect(presence, hooks);
        all.push(presence);
      }),
    );
  }
}

/** Closes a connection, if it is open, and opens it again. */
export async function reconnect(presence: Presence, hooks: Hooks): Promise<void> {
  if (presence.isOpen) {
    presence.isOpen = false;
    presence.client.close();
  }
  // As regular clients do: an overloaded server requires clients to retry.
  for (let tries = 1; !presence.isOpen; tries += 1) {
    try {
      presence.client = await connectOnce(presence, hooks);
      presence.isOpen = true;
    } catch (error) {
      if (tries === MAX_ATTEMPTS) throw error;
      hooks.onError(presence, String(error));
      await delay(RETRY_DELAY_MS);
    }
  }
}

function connectOnce(presence: Presence, hooks: Hooks): Promise<RawClient> {
  const { self, to, isPrivate, port } = presence;
  presence.attempts += 1;
  const attempt = presence.attempts;
  const parameters = { EIO: '4', transport: 'websocket', token: self.token, ...to, self: self.username };
  return openRawClient({
    port,
    pathAndQuery: `${isPrivate ? '/socket.io' : '/group-socket.io'}/?${new URLSearchParams(parameters).toString()}`,
    onPacket: (bytes, start, end) => {
      const text = bytes.toString('latin1', start, Math.min(end, start + 200));
      if (text.includes(CONFIRMATION)) hooks.onConfirmed(presence);
      else if (text.includes(ERROR)) hooks.onError(presence, text);
    },
    onLost: () => {
      // A refused or replaced connection may close after the next one is open.
      if (!presence.isOpen || presence.attempts !== attempt) return;
      presence.isOpen = false;
      hooks.onLost(presence);
    },
  });
}

/** Returns a random element. */
export function randomElement<T>(list: readonly T[]): T {
  const chosen = list[randomInt(list.length)];
  if (chosen === undefined) throw new Error('there is nothing to choose from');
  return chosen;
}

/** Sends a message on the connection. */
export function sendMessage({ client, to, isPrivate }: Presence): void {
  const message = {
    ...to,
    content: 'A message as people write them, long enough to say something and short enough to read.',
    timestamp: new Date().toISOString(),
    clientMessageId: randomUUID(),
  };
  client.send(`2${JSON.stringify([isPrivate ? 'message' : 'group_message', message])}`);
}

/** Sends a heartbeat for a private chat; without it the server closes the connection. */
export function sendHeartbeat({ client }: Presence): void {
  client.send('2["heartbeat"]');
}

/** Sends the start or the end of typing, at random. */
export function sendTyping({ client, to }: Presence): void {
  client.send(`2${JSON.stringify([randomElement(['typing_start', 'typing_stop']), to])}`);
}
