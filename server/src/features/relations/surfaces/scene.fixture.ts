import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { connectChat, startChats, type ChatClient } from '../../direct/direct.fixture.ts';
import { eventually } from '../../rooms/rooms.fixture.ts';
import type { Person, RoomClient } from '../../rooms/rooms.fixture.ts';

/** Returns a unique text. */
export const fresh = (): string => `said ${randomUUID()}`;

type Fixture = Awaited<ReturnType<typeof startChats>>;
type Shell = Awaited<ReturnType<Fixture['connectShell']>>;
type Connections = {
  readonly room: RoomClient;
  readonly shell: Shell;
  readonly chats: Map<string, ChatClient>;
};

/**
 * Starts four connected users in one room: two who block each other, an uninvolved third, and `zed`, whose messages
 * mark that everything sent before has arrived.
 */
export async function openScene() {
  const fixture = await startChats();
  const { creator: zed, groupId } = await fixture.roomOf(0);
  const [ann, ben, eve] = [await fixture.person(), await fixture.person(), await fixture.person()];
  const connections = new Map<string, Connections>();

  async function arrive(someone: Person): Promise<void> {
    const room = await fixture.connect(someone, groupId);
    connections.set(someone.username, { room, shell: await fixture.connectShell(someone), chats: new Map() });
  }

  function connectionsOf({ username }: Person): Connections {
    const open = connections.get(username);
    if (!open) throw new Error(`${username} is not here`);
    return open;
  }

  /** Closes all connections of a user. */
  function leave(someone: Person): void {
    const { room, shell, chats } = connectionsOf(someone);
    for (const { socket } of [room, shell, ...chats.values()]) socket.disconnect();
    connections.delete(someone.username);
  }

  /** Returns the open chat of a user with a peer; opens it on the first call. */
  async function chat(someone: Person, peer: Person): Promise<ChatClient> {
    const { chats } = connectionsOf(someone);
    const open = chats.get(peer.username) ?? (await connectChat(fixture.url, someone, peer));
    chats.set(peer.username, open);
    return open;
  }

  for (const someone of [ann, ben, eve]) await fixture.join(someone, groupId);
  for (const someone of [zed, ann, ben, eve]) await arrive(someone);
  await writeToEachOther([zed, ann, ben, eve], connectionsOf);
  await sql`UPDATE users SET bio = 'Likes tea' WHERE username IN (${ann.username}, ${ben.username}, ${eve.username})`.execute(
    fixture.database.db,
  );

  return {
    ...fixture,
    zed,
    ann,
    ben,
    eve,
    groupId,
    arrive,
    leave,
    chat,
    room: (someone: Person) => connectionsOf(someone).room,
    shell: (someone: Person) => connectionsOf(someone).shell,
    ...barriersOf({ zed, chat, connectionsOf }),
  };
}

/** Lets each user write to each other one, so that they stay known to each other after a block (MR-01). */
async function writeToEachOther(
  people: readonly Person[],
  connectionsOf: (someone: Person) => Connections,
): Promise<void> {
  for (const one of people)
    for (const { username } of people.filter((other) => other !== one))
      await connectionsOf(one).shell.say('hello', { recipient: username });
}

/** Helpers that wait until everything sent to a user before has arrived. */
function barriersOf({
  zed,
  chat,
  connectionsOf,
}: {
  zed: Person;
  chat: (one: Person, other: Person) => Promise<ChatClient>;
  connectionsOf: (someone: Person) => Connections;
}) {
  return {
    /** Resolves once the user's room connection has received everything sent before. */
    async roomHasAll(someone: Person): Promise<RoomClient> {
      const { room } = connectionsOf(someone);
      const mark = fresh();
      await connectionsOf(zed).room.send(mark);
      await eventually(() => assertReceived(room.messages, mark));
      return room;
    },
    /** Like `roomHasAll`, for the user's shell. */
    async shellHasAll(someone: Person): Promise<Shell> {
      const { shell } = connectionsOf(someone);
      const mark = fresh();
      await connectionsOf(zed).shell.say(mark, { recipient: someone.username });
      await eventually(() => assertReceived(shell.all('new_message'), mark));
      return shell;
    },
    /**
     * Like `roomHasAll`, for the user's open chat with a peer. Also waits until the server has processed everything the
     * user sent.
     */
    async chatHasAll(someone: Person, peer: Person): Promise<ChatClient> {
      const client = await chat(someone, peer);
      const seen = client.all('rejoin_confirmation').length;
      client.socket.emit('rejoin_rooms');
      await eventually(() => {
        if (client.all('rejoin_confirmation').length === seen) throw new Error('not yet');
      });
      return client;
    },
  };
}

function assertReceived(messages: readonly { content: string }[], mark: string): void {
  if (!messages.some(({ content }) => content === mark)) throw new Error('not yet');
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A surface: the data that a viewer gets from another user, without and with a block between them. */
export type Surface = {
  /** Requirement ids, then a description. */
  readonly name: string;
  /** Lets the other user act, and returns the data that the viewer gets. May be called repeatedly. */
  readonly look: (scene: Scene, viewer: Person, other: Person) => Promise<unknown>;
  readonly open: unknown;
  readonly blocked: unknown;
};
