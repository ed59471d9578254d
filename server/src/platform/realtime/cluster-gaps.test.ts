import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startOwnRedis } from '../../test/redis.fixture.ts';
import { openTcpProxy } from '../../test/tcp-proxy.fixture.ts';
import { openRedis } from '../redis/index.ts';
import {
  catchUpsOf,
  eventually,
  joinClient,
  publishNumbers,
  range,
  soon,
  startNode,
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
    await soon(() => expect(catchUpsOf(ben)).toContainEqual({ spread_ms: 3000 }));
    expect(ben.numbers).toEqual([]);
    await eventually(() => expect(here.realtime.metrics().isClusterConnected).toBe(true));
    await publishNumbers(here, { room: 'group:g', from: 51, to: 60 });
    await eventually(() => expect(ben.numbers).toEqual(range(51, 60)));
    expect(there.realtime.metrics().clusterGaps).toBe(catchUpsOf(ben).length);
    // The sender may have missed something as well.
    expect(catchUpsOf(ann)).toEqual([{ spread_ms: 3000 }]);
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

  it('R-04: a Redis that restarts is subscribed to again, and clients catch up', async () => {
    const { redis, here, there } = await startPair();
    const ann = await joinClient(here.url);
    await publishNumbers(there, { room: 'group:g', from: 1, to: 10 });
    await eventually(() => expect(ann.numbers).toEqual(range(1, 10)));
    await redis.kill();
    await eventually(() => expect(here.realtime.metrics().isClusterConnected).toBe(false));
    await publishNumbers(there, { room: 'group:g', from: 11, to: 20 });
    await redis.start();
    await soon(() => expect(here.realtime.metrics().isClusterConnected).toBe(true));
    await soon(() => expect(there.realtime.metrics().isClusterConnected).toBe(true));
    await soon(() => expect(catchUpsOf(ann).length).toBeGreaterThan(0));
    await publishNumbers(there, { room: 'group:g', from: 21, to: 30 });
    await eventually(() => expect(ann.numbers).toEqual([...range(1, 10), ...range(21, 30)]));
  });

  it('R-04: subscriptions that Redis lost are noticed by heartbeats that never arrive, and opened again', async () => {
    const { redis, here, there } = await startPair();
    const ann = await joinClient(here.url);
    const direct = new Redis(redis.url);
    onTestFinished(() => direct.disconnect());
    await direct.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await soon(() => expect(catchUpsOf(ann).length).toBeGreaterThan(0));
    await publishNumbers(there, { room: 'group:g', from: 1, to: 10 });
    await eventually(() => expect(ann.numbers.at(-1)).toBe(10));
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
    await soon(() => expect(catchUpsOf(ben)).toHaveLength(1));
    expect(there.realtime.metrics()).toMatchObject({ clusterGaps: 1, isClusterConnected: true });
  });

  it('R-04: a node that started without Redis sends `catch_up` to its clients once it hears others', async () => {
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
    await soon(() => expect(catchUpsOf({ numbers, ...ann })).toHaveLength(1));
    await publishNumbers(there, { room: 'group:g', from: 4, to: 5 });
    await eventually(() => expect(numbers).toEqual([1, 4, 5]));
    expect(ben.numbers).toEqual([4, 5]);
  });

  it('R-04: a publication that is missing is noticed by the number of the next, a repeated one is dropped', async () => {
    const { redis, here } = await startPair();
    const ann = await joinClient(here.url);
    const direct = new Redis(redis.url);
    onTestFinished(() => direct.disconnect());
    const say = (number: number, previous: number, more: object = {}) => {
      const payload = `,{"n":${number}}]`;
      const rooms = [['group:g', [[0, 0]]]];
      const head = JSON.stringify({
        kind: 'flush',
        starts: ['2["said"'],
        lengths: [payload.length],
        rooms,
        ...more,
      });
      return direct.spublish(
        'adda:/group-socket.io:group:g',
        `another-node ${number} ${previous}\n${head}\n${payload}`,
      );
    };
    await say(1, 0);
    await say(2, 1, { newer: true });
    await say(2, 1);
    await eventually(() => expect(ann.numbers).toEqual([1, 2]));
    expect(here.realtime.metrics().clusterGaps).toBe(0);
    await say(4, 3);
    await eventually(() => expect(ann.numbers).toEqual([1, 2, 4]));
    expect(here.realtime.metrics().clusterGaps).toBe(1);
    await soon(() => expect(catchUpsOf(ann)).toHaveLength(1));
  });
});
