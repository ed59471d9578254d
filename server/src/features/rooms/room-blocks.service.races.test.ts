import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { lastSequence } from './races.fixture.ts';
import { eventually, startRooms } from './rooms.fixture.ts';
import type { Person, RoomClient } from './rooms.fixture.ts';
import { volume } from '../../test/volume.fixture.ts';

const ROOMS = volume(10, 20);
/** Number of users who are blocked in each room, all concurrently, while they send. */
const TALKERS = 10;

type Fixture = Awaited<ReturnType<typeof startRooms>>;

/**
 * Sends messages continuously: every acknowledgement triggers the next message. Resolves after some acknowledgements.
 */
function talk({ socket }: RoomClient, groupId: string, confirmations: number) {
  let isOver = false;
  const say = () => isOver || socket.emit('group_message', { group_id: groupId, content: 'mine' });
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  socket.on('message_confirmation', () => {
    seen += 1;
    if (seen === confirmations) resolve();
    say();
  });
  say();
  say();
  return { underWay: promise, stop: () => void (isOver = true) };
}

type Race = {
  readonly groupId: string;
  readonly blocker: Person;
  readonly blockerClient: RoomClient;
  readonly talker: Person;
  readonly client: RoomClient;
};

/** Blocks a user who is sending. Returns the head of the room when the request has returned. */
async function blockWhileTalking({ client: call, database }: Fixture, race: Race): Promise<number> {
  const { groupId, blocker, blockerClient, talker, client } = race;
  const { underWay, stop } = talk(client, groupId, randomInt(1, 5));
  await underWay;
  const isByTalker = randomInt(2) === 0; // a block in either direction hides both users from each other
  const body = { blocked_username: (isByTalker ? blocker : talker).username };
  expect((await call('POST /users/block', { body }, isByTalker ? talker : blocker)).status).toBe(200);
  const whenAnswered = await lastSequence(database.db, groupId);
  const confirmed = client.confirmations.length;
  await blockerClient.send(`after ${talker.username}`);
  // The sender continues in the room: only the two users don't see each other.
  await eventually(() => expect(client.confirmations.length).toBeGreaterThan(confirmed + 1));
  stop();
  return whenAnswered;
}

const receivedFrom = (client: RoomClient, { username }: Person) =>
  client.messages.filter(({ sender }) => sender === username);

async function raceInOneRoom(fixture: Fixture, creator: Person, talkers: readonly Person[]): Promise<number> {
  const { open, join, guest, connect, history } = fixture;
  const groupId = await open(creator);
  const blocker = await guest();
  for (const someone of [blocker, ...talkers]) await join(someone, groupId);
  const ann = await connect(creator, groupId);
  const blockerClient = await connect(blocker, groupId);
  const clients = await Promise.all(talkers.map((someone) => connect(someone, groupId)));
  const races = talkers.map((talker, index) => ({
    groupId,
    blocker,
    blockerClient,
    talker,
    client: clients[index] ?? ann,
  }));
  const ends = await Promise.all(races.map((race) => blockWhileTalking(fixture, race)));
  const end = await ann.send('the end');
  if (!('sequence' in end)) throw new Error(end.detail);
  for (const client of [blockerClient, ann, ...clients])
    await eventually(() => expect(client.messages.at(-1)?.sequence).toBeGreaterThanOrEqual(end.sequence));
  const { data } = await history(blocker, groupId, { limit: 200 });
  expect(new Set(data.messages.map(({ sender }) => sender))).toEqual(
    new Set([creator.username, blocker.username]),
  );
  races.forEach(({ talker, client }, index) => {
    const answeredAt = ends[index] ?? 0;
    const late = ({ sequence }: { sequence: number }) => sequence > answeredAt;
    expect(receivedFrom(blockerClient, talker).filter(late)).toEqual([]);
    expect(receivedFrom(client, blocker).filter(late)).toEqual([]);
    // Another member received all messages.
    expect(receivedFrom(ann, talker).filter(late).length).toBeGreaterThan(0);
    const confirmed = client.confirmations.filter((entry) => entry.sequence < end.sequence);
    expect(receivedFrom(ann, talker).map(({ sequence }) => sequence)).toEqual(
      expect.arrayContaining(confirmed.map(({ sequence }) => sequence)),
    );
  });
  return ends.length;
}

it(`R-07: of ${ROOMS * TALKERS} users who are blocked while sending, no message reaches the other side afterwards`, async () => {
  const fixture = await startRooms();
  const creator = await fixture.person();
  const talkers = await Promise.all(Array.from({ length: TALKERS }, () => fixture.guest()));
  let raced = 0;
  for (let room = 0; room < ROOMS; room += 1) raced += await raceInOneRoom(fixture, creator, talkers);
  expect(raced).toBe(ROOMS * TALKERS);
}, 120_000);
