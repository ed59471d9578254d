import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { connectChat, startChats, type ChatClient } from '../../direct/direct.fixture.ts';
import { eventually } from '../../rooms/rooms.fixture.ts';
import type { Person, RoomClient } from '../../rooms/rooms.fixture.ts';

/** Something that nobody has said yet. */
export const fresh = (): string => `said ${randomUUID()}`;

type Fixture = Awaited<ReturnType<typeof startChats>>;
type Shell = Awaited<ReturnType<Fixture['connectShell']>>;
type Lines = { readonly room: RoomClient; readonly shell: Shell; readonly chats: Map<string, ChatClient> };

/**
 * Four people in one room, all connected: two of them block each other, a third has nothing to do with it, and `zed`
 * is the witness whose words come after what was sent before them.
 */
export async function openScene() {
  const fixture = await startChats();
  const { creator: zed, groupId } = await fixture.roomOf(0);
  const [ann, ben, eve] = [await fixture.person(), await fixture.person(), await fixture.person()];
  const lines = new Map<string, Lines>();

  async function arrive(someone: Person): Promise<void> {
    const room = await fixture.connect(someone, groupId);
    lines.set(someone.username, { room, shell: await fixture.connectShell(someone), chats: new Map() });
  }

  function linesOf({ username }: Person): Lines {
    const open = lines.get(username);
    if (!open) throw new Error(`${username} is not here`);
    return open;
  }

  /** Closes everything that somebody has open. */
  function leave(someone: Person): void {
    const { room, shell, chats } = linesOf(someone);
    for (const { socket } of [room, shell, ...chats.values()]) socket.disconnect();
    lines.delete(someone.username);
  }

  /** Somebody's open chat with somebody, opened when it is asked for first. */
  async function chat(someone: Person, peer: Person): Promise<ChatClient> {
    const { chats } = linesOf(someone);
    const open = chats.get(peer.username) ?? (await connectChat(fixture.url, someone, peer));
    chats.set(peer.username, open);
    return open;
  }

  for (const someone of [ann, ben, eve]) await fixture.join(someone, groupId);
  for (const someone of [zed, ann, ben, eve]) await arrive(someone);
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
    room: (someone: Person) => linesOf(someone).room,
    shell: (someone: Person) => linesOf(someone).shell,
    ...fencesOf({ zed, chat, linesOf }),
  };
}

/** Ways to know that everything that was sent to somebody before has arrived. */
function fencesOf({
  zed,
  chat,
  linesOf,
}: {
  zed: Person;
  chat: (one: Person, other: Person) => Promise<ChatClient>;
  linesOf: (someone: Person) => Lines;
}) {
  return {
    /** Waits until the person's connection to the room has everything that was said there before. */
    async roomHasAll(someone: Person): Promise<RoomClient> {
      const { room } = linesOf(someone);
      const mark = fresh();
      await linesOf(zed).room.send(mark);
      await eventually(() => heardMark(room.messages, mark));
      return room;
    },
    /** The same for the person's shell. */
    async shellHasAll(someone: Person): Promise<Shell> {
      const { shell } = linesOf(someone);
      const mark = fresh();
      await linesOf(zed).shell.say(mark, { recipient: someone.username });
      await eventually(() => heardMark(shell.all('new_message'), mark));
      return shell;
    },
    /** The same for the person's open chat with somebody; also everything that they had sent is done. */
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

function heardMark(messages: readonly { content: string }[], mark: string): void {
  if (!messages.some(({ content }) => content === mark)) throw new Error('not yet');
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** One surface: what a viewer gets of somebody else there, while nothing is between the two and while a block is. */
export type Surface = {
  /** What it is, after the requirement. */
  readonly name: string;
  /** Lets the other do what the surface shows; answers what the viewer gets. May be called again and again. */
  readonly look: (scene: Scene, viewer: Person, other: Person) => Promise<unknown>;
  readonly open: unknown;
  readonly blocked: unknown;
};
