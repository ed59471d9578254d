import { countries, type Country } from '@adda/contract/accounts';
import { groupSocket } from '@adda/contract/rooms';
import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import type { Client } from '../test/client.ts';
import { lineOf, personName, roomOf } from './community.ts';

/** How much of everything. */
export type Amounts = { readonly users: number; readonly rooms: number; readonly messages: number };

type Person = { readonly username: string; readonly token: string };
type Report = (what: string, done: number, of: number) => void;

/** The password of every seeded person. */
export const SEED_PASSWORD = 'rooftop-and-chai';

const SPEAKERS_PER_ROOM = 8;

/** Logs the person in who is there from an earlier run, otherwise registers them. */
async function enter(client: Client, n: number): Promise<Person> {
  const username = personName(n);
  const entry = countries[n % countries.length];
  const country: Country = entry?.country ?? 'India';
  const body = {
    username,
    email: `${username}@example.com`,
    password: SEED_PASSWORD,
    sex: n % 2 === 0 ? ('female' as const) : ('male' as const),
    age: 18 + ((n * 7) % 30),
    country,
    state: entry?.states[n % entry.states.length] ?? 'Kerala',
  };
  const registered = await client('POST /auth/register', { body });
  if (registered.status === 201) return { username, token: registered.data.access_token };
  const { data } = await client('POST /auth/login', { body: { username, password: SEED_PASSWORD } });
  return { username, token: data.access_token };
}

/** Opens the n-th room, or finds it from an earlier run; answers its id. */
async function openRoom(client: Client, n: number, { token }: Person): Promise<string> {
  const room = roomOf(n);
  const created = await client('POST /groupchat/groups/create', { body: room }, { token });
  if (created.status === 201) return created.data.group_id;
  const { data } = await client('GET /groupchat/groups', { query: { search: room.name } }, { token });
  const found = data.groups.find(({ name }) => name === room.name);
  if (!found) throw new Error(`The room ${room.name} could be neither opened nor found.`);
  return found.group_id;
}

/** Says something and waits until it is confirmed. */
function say(socket: Socket, groupId: string): Promise<void> {
  const clientMessageId = randomUUID();
  return new Promise((confirmed, refused) => {
    const settle = (confirmation: { clientMessageId: string | null }) => {
      if (confirmation.clientMessageId !== clientMessageId) return;
      socket.off('message_confirmation', settle);
      confirmed();
    };
    socket.on('message_confirmation', settle);
    socket.once('error', ({ detail }: { detail: string }) => refused(new Error(detail)));
    socket.emit('group_message', { group_id: groupId, content: lineOf(Math.random()), clientMessageId });
  });
}

async function talk(
  url: string,
  groupId: string,
  people: readonly Person[],
  messages: number,
): Promise<void> {
  const speakers = people.slice(0, SPEAKERS_PER_ROOM).map(({ username, token }) =>
    io(url, {
      path: groupSocket.path,
      transports: ['websocket'],
      forceNew: true,
      query: { token, group_id: groupId, self: username },
    }),
  );
  for (let said = 0; said < messages; said += 1) {
    const speaker = speakers[Math.floor(Math.random() * speakers.length)];
    if (speaker) await say(speaker, groupId);
  }
  for (const speaker of speakers) speaker.close();
}

/** Fills a running program through its own routes and sockets; what is there already is used again. */
export async function fill(url: string, client: Client, amounts: Amounts, report: Report): Promise<void> {
  const people: Person[] = [];
  for (let n = 0; n < amounts.users; n += 1) {
    people.push(await enter(client, n));
    report('people', n + 1, amounts.users);
  }
  for (let n = 0; n < amounts.rooms; n += 1) {
    const members = people
      .filter((_, index) => index === n || (index * 31 + n * 17) % (2 + (n % 5)) === 0)
      .slice(0, 150);
    const [creator] = members;
    if (!creator) continue;
    const groupId = await openRoom(client, n, creator);
    for (const { token } of members)
      await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, { token });
    await talk(url, groupId, members, Math.ceil(amounts.messages / amounts.rooms));
    report('rooms', n + 1, amounts.rooms);
  }
}
