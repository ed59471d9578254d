import { createClient, type Client } from '../client.ts';
import { followEachOther } from '../known-people.fixture.ts';
import type { DrillPlace } from './drill-person.fixture.ts';

/** Share of users in rooms; the others chat in pairs. */
const IN_ROOMS = 0.8;
const AT_ONCE = 10;
const about = { sex: 'female', birth_date: '1999-05-17', country: 'India', state: 'Kerala' } as const;

type Person = { readonly username: string; readonly token: string };

/** A user and their open conversation. */
export type Participant = { readonly person: Person; readonly place: DrillPlace };

/** Registers users and creates their rooms over HTTP. */
export async function openDrillDataset(
  url: string,
  people: number,
  roomSize: number,
): Promise<Participant[]> {
  const client = createClient(url);
  const { data: host } = await client('POST /auth/register', {
    body: { username: 'host', email: 'host@example.org', password: 'warm chai at dusk', ...about },
  });
  const participants: Participant[] = [];
  const rooms = Math.round((people * IN_ROOMS) / roomSize);
  for (let room = 0; room < rooms; room += 1) {
    const { data } = await client(
      'POST /groupchat/groups/create',
      { body: { name: `Room ${room}` } },
      { token: host.access_token },
    );
    const place = { name: `room ${room}`, groupId: data.group_id };
    const guests = await welcome(client, roomSize);
    for (const person of guests)
      await client('POST /groupchat/groups/join', { body: { group_id: place.groupId } }, person);
    participants.push(...guests.map((person) => ({ person, place })));
  }
  const others = await welcome(client, Math.floor((people - participants.length) / 2) * 2);
  for (let first = 0; first < others.length; first += 2) {
    const [one, two] = others.slice(first, first + 2);
    if (!one || !two) break;
    await followEachOther(client, [one, two]);
    const name = `pair ${first / 2}`;
    participants.push({ person: one, place: { name, recipient: two.username } });
    participants.push({ person: two, place: { name, recipient: one.username } });
  }
  return participants;
}

async function welcome(client: Client, count: number): Promise<Person[]> {
  const guests: Person[] = [];
  while (guests.length < count) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - guests.length) }, async () => {
      const { data } = await client('POST /auth/guest', { body: about });
      return { username: data.username, token: data.access_token };
    });
    guests.push(...(await Promise.all(batch)));
  }
  return guests;
}
