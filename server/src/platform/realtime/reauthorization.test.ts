import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startOwnRedis } from '../../test/redis.fixture.ts';
import { openTcpProxy } from '../../test/tcp-proxy.fixture.ts';
import { appError } from '../errors.ts';
import { openRedis } from '../redis/index.ts';
import { eventually, joinClient, publishNumbers, range, startNode } from './realtime.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;
const silent = { info: () => undefined, warn: () => undefined };
const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

type Reauthorize = NonNullable<NonNullable<Parameters<typeof startNode>[0]>['reauthorize']>;

/** Starts a node whose Redis can be disconnected, with its `reauthorize` function. */
async function startCutNode(reauthorize: Reauthorize) {
  const ownRedis = await startOwnRedis();
  const wire = await openTcpProxy(ownRedis.port);
  onTestFinished(wire.close);
  const redis = openRedis(`redis://127.0.0.1:${wire.port}`, silent);
  onTestFinished(() => redis.disconnect());
  const node = await startNode({ redis, reauthorize });
  await node.realtime.ready();
  return { ...node, wire };
}

describe.runIf(redisUrl)('a node that receives nothing from other nodes', () => {
  it('R-07: closes connections that would no longer be admitted, with the reason, and no others', async () => {
    const banned = new Set<string>();
    const { url, wire, realtime } = await startCutNode(({ identity: { username } }) => {
      if (banned.has(username)) throw appError('not_a_member');
      if (username === 'cem') throw appError('storage_full');
      if (username === 'dan') throw new Error('the database is away');
      return [`user:${username}`, 'group:g'];
    });
    const [ann, ...others] = await Promise.all(
      ['ann', 'ben', 'cem', 'dan'].map((self) => joinClient(url, { self })),
    );
    banned.add('ann');
    const reason = new Promise((resolve) => ann?.socket.once('disconnect', resolve));
    await wire.cut();
    expect(await reason).toBe('io server disconnect');
    expect(ann?.events).toMatchObject([{ event: 'error', payload: { code: 'not_a_member' } }]);
    await wire.restore();
    await soon(() => expect(realtime.metrics().isClusterConnected).toBe(true));
    expect(realtime.metrics()).toMatchObject({ connections: 3, reauthorizationsRefused: 1 });
    for (const { socket } of others) expect(socket.connected).toBe(true);
  });

  it('R-07: moves connections to their current rooms, and keeps rooms joined on request', async () => {
    const { url, wire, server, connections, realtime } = await startCutNode(() => ['user:ann', 'group:h']);
    const { numbers } = await joinClient(url, { groups: 'g' });
    connections[0]?.join('profile:ben');
    await wire.cut();
    await soon(() => expect(server.connectionsIn('group:h')).toBe(1));
    await publishNumbers({ server }, { room: 'group:g', from: 1, to: 1 });
    await publishNumbers({ server }, { room: 'group:h', from: 2, to: 2 });
    await publishNumbers({ server }, { room: 'profile:ben', from: 3, to: 3 });
    await eventually(() => expect(numbers).toEqual([2, 3]));
    expect(realtime.metrics().reauthorizations).toBeGreaterThan(0);
  });

  it('R-07: applies revocations that arrive during the check', async () => {
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { url, wire, server, realtime } = await startCutNode(async () => {
      asked.resolve();
      await gate.promise;
      return ['user:ann', 'group:g', 'group:h'];
    });
    await joinClient(url, { groups: 'g,h' });
    await wire.cut();
    await asked.promise;
    server.removeFromRoom('user:ann', 'group:g');
    gate.resolve();
    await joinClient(url, { self: 'ben', groups: 'h' });
    await eventually(() => expect(server.connectionsIn('group:h')).toBe(2));
    expect(server.connectionsIn('group:g')).toBe(0);
    expect(realtime.metrics().reauthorizations).toBe(1);
  });

  it('checks no user while it receives messages', async () => {
    const judged = vi.fn<Reauthorize>(() => ['user:ann', 'group:g']);
    const { url, server, realtime, wire } = await startCutNode(judged);
    const { numbers } = await joinClient(url);
    await publishNumbers({ server }, { room: 'group:g', from: 1, to: 20 });
    await eventually(() => expect(numbers).toEqual(range(1, 20)));
    // It decides once per second whether a check is needed.
    await delay(2500);
    expect(judged).not.toHaveBeenCalled();
    await wire.cut();
    await soon(() => expect(judged).toHaveBeenCalledTimes(1));
    await wire.restore();
    await soon(() => expect(realtime.metrics().isClusterConnected).toBe(true));
  });
});
