import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startOwnRedis } from '../../test/redis.fixture.ts';
import { eventually, joinClient, publishNumbers, range, startNode } from './realtime.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;

async function startCluster(url: string, size = 2) {
  const nodes = await Promise.all(
    range(1, size).map(() => {
      const redis = new Redis(url);
      onTestFinished(() => redis.disconnect());
      return startNode({ redis });
    }),
  );
  await Promise.all(nodes.map(({ realtime }) => realtime.ready()));
  return nodes;
}

describe.runIf(redisUrl)('two nodes joined by Redis', () => {
  const url = redisUrl ?? '';

  it("deliver flushes of either node to the clients of both, once and in each node's order", async () => {
    const [here, there] = await startCluster(url);
    if (!here || !there) throw new Error('two nodes expected');
    const clients = [await joinClient(here.url), await joinClient(there.url, { self: 'ben' })];
    await Promise.all([
      publishNumbers(here, { room: 'group:g', from: 1, to: 2000 }),
      publishNumbers(there, { room: 'group:g', from: 10_001, to: 12_000 }),
    ]);
    for (const { numbers } of clients) {
      await eventually(() => expect(numbers.length).toBeGreaterThanOrEqual(4000));
      expect(numbers.filter((n) => n <= 10_000)).toEqual(range(1, 2000));
      expect(numbers.filter((n) => n > 10_000)).toEqual(range(10_001, 12_000));
    }
  });

  it('send a flush as one write to each member of the other node', async () => {
    const [here, there] = await startCluster(url);
    if (!here || !there) throw new Error('two nodes expected');
    const { numbers } = await joinClient(there.url);
    const before = there.realtime.metrics().joinedWrites;
    await publishNumbers(here, { room: 'group:g', from: 1, to: 50, perFlush: 50 });
    await eventually(() => expect(numbers).toEqual(range(1, 50)));
    expect(there.realtime.metrics().joinedWrites - before).toBe(1);
  });

  it('R-07: disconnect a room and remove a user from a room on the other node', async () => {
    const [here, there] = await startCluster(url);
    if (!here || !there) throw new Error('two nodes expected');
    const ann = await joinClient(there.url, { groups: 'g,h' });
    const ben = await joinClient(there.url, { self: 'ben', groups: 'g,h' });
    const reason = new Promise((resolve) => ann.socket.once('disconnect', resolve));
    here.server.removeFromRoom('user:ann', 'group:g');
    here.server.publish('group:g', 'said', { n: 1 });
    here.server.publish('group:h', 'said', { n: 2 });
    here.server.disconnectRoom('user:ann', { event: 'kick_user', payload: { username: 'ann' } });
    here.server.publish('group:h', 'said', { n: 3 });
    expect(await reason).toBe('io server disconnect');
    await eventually(() => expect(ben.numbers).toEqual([1, 2, 3]));
    expect(ann.events.map(({ event }) => event)).toEqual(['said', 'kick_user']);
    expect(ann.numbers).toEqual([2]);
  });

  it('CL-01: a node hears only what its connections hear, before they are connected', async () => {
    const { url: own } = await startOwnRedis();
    const redis = new Redis(own);
    onTestFinished(() => redis.disconnect());
    const [here, there] = await startCluster(own);
    if (!here || !there) throw new Error('two nodes expected');
    const hearing = async () => {
      const prefix = 'adda:/group-socket.io:';
      const names = await redis.pubsub('SHARDCHANNELS', `${prefix}*`);
      const counts = await redis.pubsub('SHARDNUMSUB', ...names.map(String));
      return Object.fromEntries(
        names.map((name, at) => [String(name).slice(prefix.length), counts[2 * at + 1]]),
      );
    };
    expect(await hearing()).toEqual({ all: 2 });
    const ann = await joinClient(here.url);
    expect(await hearing()).toEqual({ all: 2, marks: 1, 'user:ann': 1, 'group:g': 1 });
    const ben = await joinClient(there.url, { self: 'ben', groups: 'g,h' });
    expect(await hearing()).toMatchObject({ 'group:g': 2, 'group:h': 1, 'user:ann': 1, 'user:ben': 1 });
    here.server.publish('group:h', 'said', { n: 1 });
    await eventually(() => expect(ben.numbers).toEqual([1]));
    expect(ann.numbers).toEqual([]);
  });

  it('R-04: a node without Redis continues to serve its own clients', async () => {
    const redis = new Redis({ port: 1, lazyConnect: true, enableOfflineQueue: false });
    const node = await startNode({ redis });
    const { numbers } = await joinClient(node.url);
    node.server.publish('group:g', 'said', { n: 1 });
    await eventually(() => expect(numbers).toEqual([1]));
    await eventually(() => expect(node.realtime.metrics().clusterFailures).toBeGreaterThan(0));
    expect(node.log.filter(({ level }) => level === 'error')).toHaveLength(1);
  });
});
