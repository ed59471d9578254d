import { describe, expect, it, onTestFinished } from 'vitest';
import { startOwnRedis } from '../../test/redis.fixture.ts';
import { openRedis } from '../redis/index.ts';
import { eventually, joinClient, range, startNode } from './realtime.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;
const silent = { info: () => undefined, warn: () => undefined };
const FLUSHES = 200;

/** Starts two nodes on a separate Redis. */
async function startPair() {
  const { port } = await startOwnRedis();
  const start = async () => {
    const redis = openRedis(`redis://127.0.0.1:${port}`, silent);
    onTestFinished(() => redis.disconnect());
    return startNode({ redis });
  };
  const [here, there] = [await start(), await start()];
  await Promise.all([here.realtime.ready(), there.realtime.ready()]);
  return { here, there };
}

describe.runIf(redisUrl)('messages from another node', () => {
  it('performance.md: reach a member in few writes when they arrive together', async () => {
    const { here, there } = await startPair();
    const { numbers } = await joinClient(there.url);
    const before = there.realtime.metrics().joinedWrites;
    for (const n of range(1, FLUSHES)) here.server.publish('group:g', 'said', { n });
    await eventually(() => expect(numbers).toEqual(range(1, FLUSHES)));
    expect(there.realtime.metrics().joinedWrites - before).toBeLessThan(FLUSHES / 4);
  });

  it('R-04: keep their order, whatever the node itself publishes meanwhile', async () => {
    const { here, there } = await startPair();
    const client = await joinClient(there.url);
    const other = await joinClient(there.url, { self: 'ben', groups: 'h' });
    for (const n of range(1, FLUSHES)) {
      here.server.publish('group:g', 'said', { n });
      there.server.publish('group:g', 'said', { n: 1000 + n });
      there.server.publish('group:h', 'said', { n });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => expect(client.numbers).toHaveLength(2 * FLUSHES));
    expect(client.numbers.filter((n) => n < 1000)).toEqual(range(1, FLUSHES));
    expect(client.numbers.filter((n) => n > 1000)).toEqual(range(1001, 1000 + FLUSHES));
    expect(other.numbers).toEqual(range(1, FLUSHES));
  });
});
