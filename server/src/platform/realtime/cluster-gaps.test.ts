import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startOwnRedis } from '../../test/redis.fixture.ts';
import { openTcpProxy } from '../../test/tcp-proxy.fixture.ts';
import { openRedis } from '../redis/index.ts';
import {
  eventually,
  joinClient,
  publishNumbers,
  range,
  startNode,
  type TestClient,
  type TestNode,
} from './realtime.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;
const silent = { info: () => undefined, warn: () => undefined };

/** Opens a wire to Redis that closes when the test ends. */
async function wireTo(port: number) {
  const wire = await openTcpProxy(port);
  onTestFinished(wire.close);
  return wire;
}

async function joinCluster(port: number, options: Parameters<typeof startNode>[0] = {}): Promise<TestNode> {
  const redis = openRedis(`redis://127.0.0.1:${port}`, silent);
  onTestFinished(() => redis.disconnect());
  return startNode({ ...options, redis });
}

/** Starts a node that reaches Redis over a separate wire, and one with a direct connection. */
async function startPair(options: Parameters<typeof startNode>[0] = {}) {
  const redis = await startOwnRedis();
  const wire = await wireTo(redis.port);
  const here = await joinCluster(wire.port, options);
  const there = await joinCluster(redis.port);
  await Promise.all([here.realtime.ready(), there.realtime.ready()]);
  return { redis, wire, here, there };
}

const asked = ({ events }: TestClient) =>
  events.filter(({ event }) => event === 'catch_up').map(({ payload }) => payload);
/** Waits until heartbeats, retries and pauses between requests are over. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

describe.runIf(redisUrl)('missed messages of other nodes', () => {
  it('R-04: clients receive `catch_up` after Redis was unavailable for the sender, also when nothing followed', async () => {
    const { wire, here, there } = await startPair();
    const ann = await joinClient(here.url);
    const ben = await joinClient(there.url, { self: 'ben' });
    await wire.cut();
    await eventually(() => expect(here.realtime.metrics().isClusterConnected).toBe(false));
    await publishNumbers(here, { room: 'group:g', from: 1, to: 50 });
    await eventually(() => expect(ann.numbers).toEqual(range(1, 50)));
    await wire.restore();
    await soon(() => expect(asked(ben)).toContainEqual({ spread_ms: 3000 }));
    expect(ben.numbers).toEqual([]);
    await eventually(() => expect(here.realtime.metrics().isClusterConnected).toBe(true));
    await publishNumbers(here, { room: 'group:g', from: 51, to: 60 });
    await eventually(() => expect(ben.numbers).toEqual(range(51, 60)));
    expect(there.realtime.metrics().clusterGaps).toBe(asked(ben).length);
    expect(asked(ann)).toEqual([]);
  });

  it('R-04: messages queued in a hanging Redis arrive late, once and in order', async () => {
    const { wire, here, there } = await startPair();
    const { numbers } = await joinClient(there.url, { self: 'ben' });
    wire.hold();
    await publishNumbers(here, { room: 'group:g', from: 1, to: 100 });
    await eventually(() => expect(here.realtime.metrics().isClusterConnected).toBe(false));
    await wire.restore();
    await soon(() => expect(here.realtime.metrics().isClusterConnected).toBe(true));
    await publishNumbers(here, { room: 'group:g', from: 101, to: 110 });
    await eventually(() => expect(numbers).toEqual(range(1, 110)));
  });

  it('R-04: entries that were trimmed from the stream before they were read are a gap', async () => {
    const { redis, wire, here, there } = await startPair();
    const ann = await joinClient(here.url);
    await publishNumbers(there, { room: 'group:g', from: 1, to: 10 });
    await eventually(() => expect(ann.numbers).toEqual(range(1, 10)));
    await wire.cut();
    await publishNumbers(there, { room: 'group:g', from: 11, to: 100, perFlush: 1 });
    const direct = new Redis(redis.url);
    onTestFinished(() => direct.disconnect());
    await eventually(() => expect(there.realtime.metrics().clusterFailures).toBe(0));
    await direct.xtrim('adda:realtime:/group-socket.io', 'MAXLEN', '=', 20);
    await wire.restore();
    await soon(() => expect(asked(ann)).toHaveLength(1));
    await publishNumbers(there, { room: 'group:g', from: 101, to: 110 });
    await eventually(() => expect(ann.numbers.at(-1)).toBe(110));
    expect(new Set(ann.numbers).size).toBe(ann.numbers.length);
    expect(ann.numbers.length).toBeLessThan(100);
  });

  it('R-04: a Redis that restarts empty with its clock set back is read again', async () => {
    const { redis, here, there } = await startPair();
    const ann = await joinClient(here.url);
    const direct = new Redis(redis.url);
    direct.on('error', () => undefined);
    onTestFinished(() => direct.disconnect());
    // From here on the stream's ids are one day ahead.
    await direct.xadd('adda:realtime:/group-socket.io', `${Date.now() + 86_400_000}-0`, 'uid', 'x');
    await publishNumbers(there, { room: 'group:g', from: 1, to: 10 });
    await eventually(() => expect(ann.numbers).toEqual(range(1, 10)));
    await redis.kill();
    await eventually(() => expect(here.realtime.metrics().isClusterConnected).toBe(false));
    await publishNumbers(there, { room: 'group:g', from: 11, to: 20 });
    await redis.start();
    await soon(() => expect(here.realtime.metrics().isClusterConnected).toBe(true));
    await soon(() => expect(there.realtime.metrics().isClusterConnected).toBe(true));
    await soon(() => expect(asked(ann).length).toBeGreaterThan(0));
    await publishNumbers(there, { room: 'group:g', from: 21, to: 30 });
    await eventually(() => expect(ann.numbers).toEqual([...range(1, 10), ...range(21, 30)]));
  });

  it('R-04: a node that stops sending makes the others catch up, an orderly shutdown does not', async () => {
    const { redis, wire, here, there } = await startPair();
    const third = await joinCluster(redis.port);
    await third.realtime.ready();
    const ben = await joinClient(there.url, { self: 'ben' });
    await publishNumbers(third, { room: 'group:g', from: 1, to: 10 });
    await publishNumbers(here, { room: 'group:g', from: 11, to: 20 });
    await eventually(() => expect(ben.numbers).toHaveLength(20));
    await third.realtime.leave();
    await wire.cut();
    await soon(() => expect(asked(ben)).toHaveLength(1));
    expect(there.realtime.metrics()).toMatchObject({ clusterGaps: 1, isClusterConnected: true });
  });

  it('R-04: a node that started without Redis sends `catch_up` to its clients once it reads the stream', async () => {
    const { redis, there } = await startPair();
    const wire = await wireTo(redis.port);
    await wire.cut();
    const late = await joinCluster(wire.port);
    const { numbers, ...ann } = await joinClient(late.url);
    late.server.publish('group:g', 'said', { n: 1 });
    await eventually(() => expect(numbers).toEqual([1]));
    await publishNumbers(there, { room: 'group:g', from: 2, to: 3 });
    const ben = await joinClient(there.url, { self: 'ben' });
    await wire.restore();
    await soon(() => expect(asked({ numbers, ...ann })).toHaveLength(1));
    await publishNumbers(there, { room: 'group:g', from: 4, to: 5 });
    await eventually(() => expect(numbers).toEqual([1, 4, 5]));
    expect(ben.numbers).toEqual([4, 5]);
  });

  it('entries of a node without numbers, and of a newer version, are applied as they arrive', async () => {
    const { redis, here } = await startPair();
    const ann = await joinClient(here.url);
    const direct = new Redis(redis.url);
    onTestFinished(() => direct.disconnect());
    const say = (node: string, n: number, more: object = {}) => {
      const packet = { kind: 'flush', rooms: [['group:g', [`2["said",{"n":${n}}]`]]] };
      const data = JSON.stringify({ packet, opts: { rooms: [], except: [], flags: {} }, ...more });
      const entry = { uid: node, nsp: '/', type: '3', data };
      return direct.xadd('adda:realtime:/group-socket.io', '*', ...Object.entries(entry).flat());
    };
    for (const n of [1, 2]) await say('older', n);
    await say('newer', 3, { number: 1, more: true });
    await say('newer', 3, { number: 1, more: true });
    await say('newer', 4, { number: 2, more: true });
    await say('older', 5);
    await eventually(() => expect(ann.numbers).toEqual([1, 2, 3, 4, 5]));
    expect(here.realtime.metrics().clusterGaps).toBe(0);
  });
});
