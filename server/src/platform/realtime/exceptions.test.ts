import { randomInt, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { eventually, joinClient, range, startNode } from './realtime.fixture.ts';
import type { Outgoing, TestNode } from './realtime.fixture.ts';
import type { FlushEvent, RoomName } from './index.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;
/** Redis is shared by all test files, so names have to be unique. */
const own = randomUUID().slice(0, 8);
const PEOPLE = range(1, 8).map((n) => `${own}-${n}`);
const ROOMS = range(1, 3).map((n): RoomName => `group:${own}-${n}`);
const FLUSHES = 150;

const chance = (share: number): boolean => randomInt(1000) < share * 1000;

/** Connects all users to some of the rooms, and blocks some pairs of users from each other. */
async function connectPeople(nodes: readonly TestNode[]) {
  const people = await Promise.all(
    PEOPLE.map(async (self, index) => {
      const rooms = ROOMS.filter(() => chance(0.7));
      const groups = rooms.map((room) => room.replace('group:', '')).join();
      const { url } = nodes[index % nodes.length] ?? { url: '' };
      const { numbers } = await joinClient(url, { self, groups: groups || 'nowhere' });
      return { self, rooms: new Set<string>(rooms), numbers, hidden: new Set<string>() };
    }),
  );
  return people;
}

type Person = Awaited<ReturnType<typeof connectPeople>>[number];

/** Creates one flush of messages with their senders, and the messages that each user should get of it, room by room. */
function randomFlush(people: readonly Person[], due: ReadonlyMap<string, number[]>, next: () => number) {
  const toRooms = new Map<RoomName, FlushEvent<Outgoing>[]>();
  for (const room of ROOMS.filter(() => chance(0.8))) {
    const events = range(1, randomInt(1, 6)).map((): FlushEvent<Outgoing> => {
      const sender = PEOPLE[randomInt(PEOPLE.length)] ?? '';
      const n = next();
      for (const person of people) {
        if (person.rooms.has(room) && !person.hidden.has(sender)) due.get(person.self)?.push(n);
      }
      return { event: 'said', payload: { n }, except: [`hides:${sender}`] };
    });
    toRooms.set(room, events);
  }
  return { toRooms, toConnections: new Map() };
}

/** Hides a random user from another or shows them again, through any node. */
function toggleHidden(person: Person, { server }: Pick<TestNode, 'server'>): void {
  const other = PEOPLE[randomInt(PEOPLE.length)] ?? '';
  if (person.hidden.delete(other)) server.removeFromRoom(`user:${person.self}`, `hides:${other}`);
  else {
    person.hidden.add(other);
    server.addToRoom(`user:${person.self}`, `hides:${other}`);
  }
}

async function expectExactDelivery(nodes: readonly TestNode[]): Promise<void> {
  const people = await connectPeople(nodes);
  const due = new Map(PEOPLE.map((self) => [self, [] as number[]]));
  let said = 0;
  const [publisher] = nodes;
  if (!publisher) throw new Error('a node expected');
  for (const _flush of range(1, FLUSHES)) {
    for (const person of people) if (chance(0.1)) toggleHidden(person, publisher);
    publisher.server.publishFlush(randomFlush(people, due, () => (said += 1)));
  }
  for (const { self } of people) publisher.server.publish(`user:${self}`, 'said', { n: -1 });
  for (const { self, numbers } of people) {
    await eventually(() => expect(numbers.at(-1)).toBe(-1));
    expect(numbers).toEqual([...(due.get(self) ?? []), -1]);
  }
  expect(said).toBeGreaterThan(FLUSHES);
}

it('R-07: with blocks between users, each gets exactly the permitted messages of flushes, in order', async () => {
  await expectExactDelivery([await startNode()]);
});

it.runIf(redisUrl)('R-07: the same over two nodes', async () => {
  const nodes = await Promise.all(
    range(1, 2).map(() => {
      const redis = new Redis(redisUrl ?? '');
      onTestFinished(() => redis.disconnect());
      return startNode({ redis });
    }),
  );
  await Promise.all(nodes.map(({ realtime }) => realtime.ready()));
  await expectExactDelivery(nodes);
});

it('R-07: a user excluded from one event of a room gets the others in one write', async () => {
  const node = await startNode();
  const ann = await joinClient(node.url);
  const ben = await joinClient(node.url, { self: 'ben' });
  await eventually(() => expect(node.realtime.metrics().connections).toBe(2));
  const before = node.realtime.metrics().joinedWrites;
  const said = range(1, 3).map((n): FlushEvent<Outgoing> => ({ event: 'said', payload: { n } }));
  const hidden: FlushEvent<Outgoing> = {
    event: 'said',
    payload: { n: 4 },
    except: ['user:ann', 'user:nobody'],
  };
  node.server.publishFlush({ toRooms: new Map([['group:g', [...said, hidden]]]), toConnections: new Map() });
  expect(node.realtime.metrics().joinedWrites - before).toBe(2);
  await eventually(() =>
    expect([ann.numbers, ben.numbers]).toEqual([
      [1, 2, 3],
      [1, 2, 3, 4],
    ]),
  );
});

it('R-07: a user excluded from a whole flush gets no write, and a hint can exclude users too', async () => {
  const node = await startNode();
  const ann = await joinClient(node.url);
  const ben = await joinClient(node.url, { self: 'ben' });
  await eventually(() => expect(node.realtime.metrics().connections).toBe(2));
  const before = node.realtime.metrics().joinedWrites;
  node.server.publish('group:g', 'said', { n: 1 }, ['user:ann']);
  expect(node.realtime.metrics().joinedWrites - before).toBe(1);
  node.server.publish('group:g', 'said', { n: 2 }, []);
  await eventually(() => expect([ann.numbers, ben.numbers]).toEqual([[2], [1, 2]]));
});

it('R-07: a user joins rooms that are added during admission', async () => {
  const waiting = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const node = await startNode({
    beforeAdmission: async () => {
      arrived.resolve();
      await waiting.promise;
    },
  });
  const joining = joinClient(node.url);
  await arrived.promise;
  node.server.addToRoom('user:ann', 'hides:ben');
  waiting.resolve();
  const { numbers } = await joining;
  node.server.publish('group:g', 'said', { n: 1 }, ['hides:ben']);
  node.server.publish('group:g', 'said', { n: 2 });
  await eventually(() => expect(numbers).toEqual([2]));
});
