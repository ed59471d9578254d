import { countries, type Country } from '@adda/contract/accounts';
import type { CreateGroupInput } from '@adda/contract/rooms';
import type { Client } from '../test/client.ts';
import { finish, isFinished, showPicture, type FilledRoom } from './arrange-rooms.ts';
import { askStrangers } from './chat-requests.ts';
import { personName, roomOf, topicOf } from './community.ts';
import { inviteFirst, makeInvitations } from './invite-people.ts';
import { moderate } from './moderate-rooms.ts';
import { muteChats } from './mute-chats.ts';
import { leaveUnread, talkPrivately, UNREAD } from './private-talk.ts';
import { reportPeople } from './report-people.ts';
import { scriptOf } from './script.ts';
import { spendCoins } from './spend-coins.ts';
import { talk, type Person } from './talk.ts';
import { chooseWhoMayWrite } from './who-may-write.ts';

/** Numbers of seeded rows. */
export type Amounts = { readonly users: number; readonly rooms: number; readonly messages: number };

type Place = { readonly url: string; readonly client: Client };

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

/** Creates a room, or finds the one of an earlier run, which may be private since then. Returns its id. */
export async function openRoom(client: Client, room: CreateGroupInput, { token }: Person): Promise<string> {
  const { data } = await client('GET /groupchat/groups', { query: { search: room.name } }, { token });
  const found = data.groups.find(({ name }) => name === room.name);
  if (found) return found.group_id;
  return (await client('POST /groupchat/groups/create', { body: room }, { token })).data.group_id;
}

/**
 * Fills a running program through its own routes and sockets: users, rooms, conversations with pictures, videos, whispers and
 * deleted messages, permissions, bans and what else happens in rooms, private chats, requests of strangers and reports.
 * Existing data is reused. Returns the users.
 */
export async function fill(url: string, client: Client, amounts: Amounts, report: Report): Promise<Person[]> {
  const place = { url, client };
  const people: Person[] = [];
  for (let n = 0; n < amounts.users; n += 1) {
    people.push(await enter(client, n));
    report('people', n + 1, amounts.users);
  }
  await talkPrivately(url, people);
  const rooms: FilledRoom[] = [];
  for (let n = 0; n < amounts.rooms; n += 1) {
    const room = await fillRoom(place, people, { n, lines: Math.ceil(amounts.messages / amounts.rooms) });
    if (room) rooms.push(room);
    report('rooms', n + 1, amounts.rooms);
  }
  await leaveUnread(place, people);
  await askStrangers(place, people);
  await chooseWhoMayWrite(client, people);
  await actAsFirst(place, people, rooms);
  return people;
}

/** Creates and fills the n-th room, unless an earlier run has finished it; returns nothing for a room without members. */
async function fillRoom(
  place: Place,
  people: readonly Person[],
  { n, lines }: { readonly n: number; readonly lines: number },
): Promise<FilledRoom | undefined> {
  const { client } = place;
  const members = membersOf(n, people);
  const [creator] = members;
  if (!creator) return undefined;
  const groupId = await openRoom(client, roomOf(n), creator);
  const { data: room } = await client('GET /groupchat/groups/:id', { params: { id: groupId } }, creator);
  const owner = people.find(({ username }) => username === room.creator) ?? creator;
  const isPrivate = room.visibility === 'private';
  if (isFinished(room)) return { groupId, owner, members, isPrivate };
  for (const { token } of members)
    await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, { token });
  const speakers = members.slice(0, SPEAKERS_PER_ROOM);
  const pinned = await talk({ ...place, groupId }, speakers, scriptOf(n, topicOf(n)).take(lines));
  const listeners = members.slice(SPEAKERS_PER_ROOM + 2);
  await moderate({ client, n, groupId, owner, speakers, listeners }, people, pinned);
  if (n === 0) await spendCoins({ client }, { groupId, members });
  await showPicture(place, room, owner);
  return finish(client, n, { groupId, owner, members });
}

/** Does what only the first user does, or what happens to the first user alone. */
async function actAsFirst(place: Place, people: readonly Person[], rooms: readonly FilledRoom[]) {
  const { client } = place;
  const [host] = people;
  if (!host) return;
  const own = rooms.filter(({ members }) => members.includes(host));
  const [first] = own;
  if (first) await makeInvitations(client, first);
  await inviteFirst(client, people, rooms);
  await muteChats(client, host, { groupId: own.at(-1)?.groupId, friend: people[UNREAD] });
  await reportPeople(place, people, first?.groupId);
}

/** Returns the members of the n-th room; a larger number of users does not change the first ones. */
function membersOf(n: number, people: readonly Person[]): Person[] {
  return people
    .filter((_, index) => index === n || (index * 31 + n * 17) % (2 + (n % 5)) === 0)
    .slice(0, MEMBERS_MAX);
}
