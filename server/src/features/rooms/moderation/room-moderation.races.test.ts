import type { GroupMessage } from '@adda/contract/rooms';
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../../platform/database/index.ts';
import { lastSequence } from '../races.fixture.ts';
import { startRooms } from '../rooms.fixture.ts';
import type { Person, RoomClient } from '../rooms.fixture.ts';
import { volume } from '../../../test/volume.fixture.ts';

const ROOMS = volume(10, 50);
const PEOPLE = 10;
/** Number of concurrent rooms: their messages share commits. */
const TOGETHER = 2;
const DELETIONS = volume(8, 15);
/** Number of pending messages of one user. */
const UNDER_WAY = 2;

type Fixture = Awaited<ReturnType<typeof startRooms>>;

/**
 * Sends messages continuously: every acknowledgement triggers the next message. Resolves after some acknowledgements.
 */
function talk({ socket }: RoomClient, groupId: string, confirmations: number): Promise<void> {
  const say = () => socket.emit('group_message', { group_id: groupId, content: 'mine' });
  return new Promise((resolve) => {
    let seen = 0;
    socket.on('message_confirmation', () => {
      seen += 1;
      if (seen === confirmations) resolve();
      say();
    });
    for (let n = 0; n < UNDER_WAY; n += 1) say();
  });
}

/** Returns all messages of a room, page by page. */
async function wholeHistory({ history }: Fixture, reader: Person, groupId: string): Promise<GroupMessage[]> {
  const found: GroupMessage[] = [];
  for (;;) {
    const last = found.at(-1)?.sequence ?? 0;
    const { data } = await history(reader, groupId, { after_sequence: last, limit: 200 });
    found.push(...data.messages);
    if (!data.has_more) return found;
  }
}

/** Adds members directly; joining is not tested here. */
async function fill(db: Database['db'], groupId: string, people: readonly Person[]): Promise<void> {
  const names = people.map(({ username }) => username);
  await sql`
    WITH joined AS (
      INSERT INTO conversation_members (conversation_id, user_id)
      SELECT room.conversation_id, person.id FROM rooms room, users person
      WHERE room.group_id = ${groupId} AND person.username = ANY (${names})
    )
    UPDATE rooms SET member_count = member_count + ${names.length}::integer
    WHERE group_id = ${groupId}`.execute(db);
}

type Race = {
  readonly creator: Person;
  readonly ann: RoomClient;
  readonly person: Person;
  readonly groupId: string;
};

/**
 * Bans a user who is sending. Returns the head of the room at that moment, and the sequence of the creator's next
 * message.
 */
async function banWhileTalking({ ban, database }: Fixture, race: Race, client: RoomClient) {
  const { creator, ann, person, groupId } = race;
  const closed = new Promise((resolve) => void client.socket.once('disconnect', resolve));
  await talk(client, groupId, randomInt(1, 5));
  expect((await ban(creator, groupId, person)).status).toBe(200);
  client.socket.emit('group_message', { group_id: groupId, content: 'late' });
  const headAtResponse = await lastSequence(database.db, groupId);
  const marker = await ann.send(`after ${person.username}`);
  if (!('sequence' in marker)) throw new Error(marker.detail);
  await closed;
  return {
    person,
    client,
    headAtResponse,
    marker: marker.sequence,
    receivedCount: client.received.length,
  };
}

async function raceInOneRoom(fixture: Fixture, creator: Person, people: readonly Person[]) {
  const groupId = await fixture.open(creator);
  await fill(fixture.database.db, groupId, people);
  const ann = await fixture.connect(creator, groupId);
  const clients = await Promise.all(people.map((person) => fixture.connect(person, groupId)));
  const ends = await Promise.all(
    people.map((person, index) =>
      banWhileTalking(fixture, { creator, ann, person, groupId }, clients[index] ?? ann),
    ),
  );
  const stored = await wholeHistory(fixture, creator, groupId);
  expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_, index) => index + 1));
  for (const { person, client, headAtResponse, marker, receivedCount } of ends) {
    const theirs = stored.filter(({ sender }) => sender === person.username);
    expect(theirs.filter(({ sequence }) => sequence > headAtResponse)).toEqual([]);
    expect(theirs.filter(({ content }) => content === 'late')).toEqual([]);
    const ids = theirs.map(({ _id: id }) => id);
    expect(ids).toEqual(expect.arrayContaining(client.confirmations.map(({ _id: id }) => id)));
    expect(client.received).toHaveLength(receivedCount);
    expect(client.received.at(-1)).toMatchObject({
      event: 'ban_user',
      payload: { username: person.username },
    });
    expect(client.messages.filter(({ sequence }) => sequence >= marker)).toEqual([]);
    // Messages accepted just before the ban may be published just after; no message of a banned
    // user follows the creator's next message.
    const behind = ann.messages.findIndex(({ sequence }) => sequence === marker);
    expect(behind).toBeGreaterThan(-1);
    expect(ann.messages.slice(behind).filter(({ sender }) => sender === person.username)).toEqual([]);
  }
  return ends.length;
}

it(`R-07: of ${ROOMS * PEOPLE} users who are banned while sending, no message is accepted or delivered afterwards`, async () => {
  const fixture = await startRooms();
  const creator = await fixture.person();
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => fixture.guest()));
  let raced = 0;
  for (let room = 0; room < ROOMS; room += TOGETHER) {
    const races = Array.from({ length: TOGETHER }, () => raceInOneRoom(fixture, creator, people));
    for (const ended of await Promise.all(races)) raced += ended;
  }
  expect(raced).toBe(ROOMS * PEOPLE);
}, 120_000);

it('R-07: while a room is deleted, no message is stored once the deletion has returned', async () => {
  const fixture = await startRooms();
  const { database, person, guest, open, connect, deleteGroup } = fixture;
  const creator = await person();
  const people = [await guest(), await guest(), await guest()];
  const elsewhere = await connect(creator, await open(creator));
  for (let round = 0; round < DELETIONS; round += 1) {
    const groupId = await open(creator);
    await fill(database.db, groupId, people);
    const clients = await Promise.all(people.map((someone) => connect(someone, groupId)));
    const closed = clients.map(
      ({ socket }) => new Promise((resolve) => void socket.once('disconnect', resolve)),
    );
    await Promise.all(clients.map((client) => talk(client, groupId, randomInt(1, 4))));
    expect((await deleteGroup(creator, groupId)).status).toBe(200);
    const headAtResponse = await lastSequence(database.db, groupId);
    await Promise.all(closed);
    // One writer stores the messages of all rooms in order: when this message is stored, all earlier ones are.
    expect(await elsewhere.send('after')).toMatchObject({ sequence: round + 1 });
    expect(await lastSequence(database.db, groupId)).toBe(headAtResponse);
    for (const { received } of clients) expect(received.at(-1)?.event).toBe('group_deleted');
  }
}, 60_000);
