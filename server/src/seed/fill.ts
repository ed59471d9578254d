import { countries, type Country } from '@adda/contract/accounts';
import type { Client } from '../test/client.ts';
import { personName, roomOf, topicOf } from './community.ts';
import { spendCoins } from './spend-coins.ts';
import { talkPrivately } from './private-talk.ts';
import { scriptOf } from './script.ts';
import { talk, type Person } from './talk.ts';
import type { Permission } from '@adda/contract/rooms';

/** Permissions of members, by index in the list; the creator has index 0. */
const GRANTS: readonly (readonly [place: number, permissions: Permission[]])[] = [
  [1, ['can_kick', 'can_ban']],
  [3, ['can_kick']],
  [5, ['can_ban']],
];

/**
 * Grants permissions to some members and bans one or two members who never write: one by the creator, one by a
 * moderator. Skips changes of an earlier run.
 */
async function govern(
  client: Client,
  room: { readonly n: number; readonly groupId: string },
  members: readonly Person[],
  strangers: readonly Person[],
): Promise<void> {
  const [creator, deputy] = members;
  if (!creator) return;
  for (const [place, permissions] of GRANTS) {
    const username = members[place]?.username;
    if (username === undefined) continue;
    const body = { group_id: room.groupId, username, permissions };
    const { status } = await client('POST /groupchat/groups/grant-permission', { body }, creator);
    if (status !== 200) throw new Error(`Permissions of ${username} were not granted: ${status}.`);
  }
  const unwanted = strangers.slice(0, 1 + (room.n % 2));
  for (const [index, { username }] of unwanted.entries()) {
    const body = { group_id: room.groupId, username };
    const answer = await client(
      'POST /groupchat/groups/ban',
      { body },
      index === 1 && deputy ? deputy : creator,
    );
    if (answer.status !== 200 && answer.error.code !== 'already_banned')
      throw new Error(`${username} was not banned: ${answer.error.code}.`);
  }
}

/** Numbers of seeded rows. */
export type Amounts = { readonly users: number; readonly rooms: number; readonly messages: number };

type NewRoom = { readonly name: string; readonly description: string };
type Report = (what: string, done: number, of: number) => void;

/** The password of every seeded user. */
export const SEED_PASSWORD = 'rooftop-and-chai';

const SPEAKERS_PER_ROOM = 8;
const MEMBERS_MAX = 150;

/** Logs the user in if an earlier run registered them, otherwise registers them. */
export async function enter(client: Client, n: number): Promise<Person> {
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

/** Creates a room, or finds the one of an earlier run. Returns its id. */
export async function openRoom(client: Client, room: NewRoom, { token }: Person): Promise<string> {
  const created = await client('POST /groupchat/groups/create', { body: room }, { token });
  if (created.status === 201) return created.data.group_id;
  const { data } = await client('GET /groupchat/groups', { query: { search: room.name } }, { token });
  const found = data.groups.find(({ name }) => name === room.name);
  if (!found) throw new Error(`The room ${room.name} could be neither opened nor found.`);
  return found.group_id;
}

/**
 * Fills a running program through its own routes and sockets: users, rooms, conversations with pictures, videos,
 * whispers and deleted messages, permissions and bans, private chats. Existing data is reused. Returns the users.
 */
export async function fill(url: string, client: Client, amounts: Amounts, report: Report): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 0; n < amounts.users; n += 1) {
    people.push(await enter(client, n));
    report('people', n + 1, amounts.users);
  }
  for (let n = 0; n < amounts.rooms; n += 1) {
    const members = membersOf(n, people);
    const [creator] = members;
    if (!creator) continue;
    const groupId = await openRoom(client, roomOf(n), creator);
    for (const { token } of members)
      await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, { token });
    const speakers = members.slice(0, SPEAKERS_PER_ROOM);
    const lines = scriptOf(n, topicOf(n)).take(Math.ceil(amounts.messages / amounts.rooms));
    await talk({ url, client, groupId }, speakers, lines);
    await govern(client, { n, groupId }, speakers, members.slice(SPEAKERS_PER_ROOM + 2));
    if (n === 0) await spendCoins({ client }, { groupId, members });
    report('rooms', n + 1, amounts.rooms);
  }
  await talkPrivately({ url, client }, people);
  return people;
}

/** Returns the members of the n-th room; a larger number of users does not change the first ones. */
function membersOf(n: number, people: readonly Person[]): Person[] {
  return people
    .filter((_, index) => index === n || (index * 31 + n * 17) % (2 + (n % 5)) === 0)
    .slice(0, MEMBERS_MAX);
}
