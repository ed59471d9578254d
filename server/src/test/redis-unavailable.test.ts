import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { followEachOther } from './known-people.fixture.ts';
import { startRedisCluster } from './redis.fixture.ts';
import {
  guest,
  hasReceived,
  hasServices,
  joinNode,
  registered,
  roomOf,
  startServices,
  type ClusterNode,
} from './two-nodes.fixture.ts';

const TIMEOUT_MS = 180_000;
const AWAY_MS = 6000;

/** Creates a room with users on both nodes, and a pair with one user on each. */
async function openTalks(here: ClusterNode, there: ClusterNode) {
  const [ann, ben, cem] = [
    await registered(here.client),
    await guest(here.client),
    await guest(there.client),
  ];
  const groupId = await roomOf(here.client, [ann, ben, cem]);
  await followEachOther(here.client, [ben, cem]);
  const room = [
    await joinNode(here, ann, { groupId }),
    await joinNode(there, ben, { groupId }),
    await joinNode(there, cem, { groupId }),
  ] as const;
  const pair = [
    await joinNode(here, ben, { recipient: cem.username }),
    await joinNode(there, cem, { recipient: ben.username }),
  ] as const;
  return { groupId, room, pair, allClients: [...room, ...pair] };
}

type Talks = Awaited<ReturnType<typeof openTalks>>;
type Talker = Talks['allClients'][number];

/** Everybody talks while something happens. Returns how much was said; each message was confirmed. */
async function talkDuring(clients: readonly Talker[], happening: () => Promise<void>): Promise<number> {
  const ending = new AbortController();
  let said = 0;
  const talk = async ({ send }: Talker) => {
    for (let n = 0; !ending.signal.aborted; n += 1) {
      await send(`line ${n}`);
      said += 1;
      await delay(100);
    }
  };
  const talking = clients.map(talk);
  await happening();
  ending.abort();
  await Promise.all(talking);
  return said;
}

/** Resolves with the number of messages once all members of a conversation have them without a gap. */
const allReached = (talkers: readonly Talker[]): Promise<number> =>
  vi.waitFor(
    () => {
      const [first = 0, ...others] = talkers.map(({ reached }) => reached());
      expect(others.every((reached) => reached === first)).toBe(true);
      return first;
    },
    { timeout: 30_000, interval: 20 },
  );

function expectUndisturbed(clients: readonly Talker[]): void {
  for (const { doubled, socket } of clients) {
    expect(doubled).toEqual([]);
    expect(socket.connected).toBe(true);
  }
}

describe.runIf(hasServices)('Redis is unavailable', () => {
  it(
    'R-01, R-02, R-04: messages on two nodes are confirmed throughout, and all members have them within 10 s after',
    { timeout: TIMEOUT_MS },
    async () => {
      const { proxy, startNode } = await startServices();
      const [here, there] = await Promise.all([startNode(), startNode()]);
      const { room, pair, allClients } = await openTalks(here, there);
      const [one, other] = room;
      await proxy.cut();
      const said = await talkDuring(allClients, () => delay(AWAY_MS));
      expect(one.count()).toBeLessThan(said);
      const restoredAt = performance.now();
      await proxy.restore();
      const total = (await allReached(room)) + (await allReached(pair));
      expect(performance.now() - restoredAt).toBeLessThan(10_000);
      expect(total).toBe(said);
      expectUndisturbed(allClients);
      await one.send('after');
      await vi.waitFor(() => expect(other.reached()).toBe(one.reached()));
    },
  );

  it(
    'CL-01, R-04: a server of a Redis Cluster is killed and its replica takes over: everything is confirmed and reaches everybody',
    { timeout: TIMEOUT_MS },
    async () => {
      const { startNode } = await startServices();
      const cluster = await startRedisCluster();
      const env = { REDIS_URL: cluster.url, REDIS_CLUSTER: 'on' };
      const [here, there] = await Promise.all([startNode(env), startNode(env)]);
      const { room, pair, allClients } = await openTalks(here, there);
      const [one, other] = room;
      const said = await talkDuring(allClients, async () => {
        await delay(1000);
        await cluster.primaries[0].kill();
        await delay(AWAY_MS);
      });
      expect((await allReached(room)) + (await allReached(pair))).toBe(said);
      expectUndisturbed(allClients);
      await one.send('after');
      await vi.waitFor(() => expect(other.reached()).toBe(one.reached()));
      // The nodes count guesses together, so that each of them refuses after half as many of its own.
      const wrong = { body: { username: one.person.username, password: 'not the password' } };
      const answers = [];
      for (let n = 0; n < 6; n += 1)
        for (const { client } of [here, there])
          answers.push((await client('POST /auth/login', wrong)).status);
      expect(answers.slice(0, 3)).toEqual([401, 401, 401]);
      expect(answers.slice(-2)).toEqual([429, 429]);
    },
  );

  it(
    'R-07: a kick closes the room on the other node, and so does a logout; other users stay connected',
    { timeout: TIMEOUT_MS },
    async () => {
      const { proxy, startNode } = await startServices();
      const [here, there] = await Promise.all([startNode(), startNode()]);
      const { groupId, room, pair } = await openTalks(here, there);
      const [ann, ben, cem] = room;
      await proxy.cut();
      const body = { group_id: groupId, username: ben.person.username };
      expect((await here.client('POST /groupchat/groups/kick', { body }, ann.person)).status).toBe(200);
      const cutOff = () => expect(ben.socket.connected).toBe(false);
      await vi.waitFor(cutOff, { timeout: 25_000, interval: 50 });
      expect(hasReceived(ben, 'error', { code: 'not_a_member' })).toBe(true);
      expect((await here.client('POST /auth/logout', {}, cem.person)).status).toBe(200);
      const loggedOut = () => [cem, pair[1]].forEach(({ socket }) => expect(socket.connected).toBe(false));
      await vi.waitFor(loggedOut, { timeout: 25_000, interval: 50 });
      expect(hasReceived(pair[1], 'error', { code: 'invalid_token' })).toBe(true);
      expect([ann.socket.connected, pair[0].socket.connected]).toEqual([true, true]);
    },
  );

  it.each(['cut', 'hold'] as const)(
    'R-04: calls and messages continue, with limits counted by each node (%s)',
    { timeout: TIMEOUT_MS },
    async (way) => {
      const { proxy, startNode } = await startServices();
      const node = await startNode({ RATE_LIMITS: 'on' });
      const ann = await registered(node.client);
      const groupId = await roomOf(node.client, [ann]);
      const line = await joinNode(node, ann, { groupId });
      await line.send('before');
      await proxy[way]();
      const slowest = { ms: 0 };
      for (let n = 0; n < 12; n += 1) {
        const from = performance.now();
        const { status } = await node.client('GET /groupchat/groups', { query: {} }, ann);
        expect(status).toBe(200);
        slowest.ms = Math.max(slowest.ms, performance.now() - from);
        await delay(150);
      }
      // A hanging Redis costs half a second per command, until the connection is closed.
      expect(slowest.ms).toBeLessThan(5000);
      await delay(1000);
      await line.send('meanwhile');
      const wrong = { body: { username: ann.username, password: 'not the password' } };
      const answers = [];
      for (let n = 0; n < 12; n += 1) answers.push((await node.client('POST /auth/login', wrong)).status);
      expect(answers.slice(0, 3)).toEqual([401, 401, 401]);
      expect(answers.at(-1)).toBe(429);
      await proxy.restore();
      await delay(1000);
      await line.send('after');
    },
  );

  it(
    "R-04: a node starts without Redis, serves its users, and receives the other node's events once Redis is available",
    { timeout: TIMEOUT_MS },
    async () => {
      const { proxy, startNode } = await startServices();
      await proxy.cut();
      const [here, there] = await Promise.all([startNode(), startNode()]);
      const { room } = await openTalks(here, there);
      const [ann, ben, cem] = room;
      await ann.send('alone');
      await ben.send('together');
      await vi.waitFor(() => expect(cem.count()).toBeGreaterThan(0));
      await proxy.restore();
      const caughtUp = () => room.forEach(({ reached }) => expect(reached()).toBe(2));
      await vi.waitFor(caughtUp, { timeout: 20_000, interval: 50 });
      await ann.send('delivered again');
      await vi.waitFor(() => expect(ben.reached()).toBe(3));
    },
  );
});
