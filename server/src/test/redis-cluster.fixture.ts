import { Redis } from 'ioredis';
import { onTestFinished, vi } from 'vitest';
import { freePort, startOwnRedis, type OwnRedis } from './redis.fixture.ts';

const SLOTS = 16_384;
const PRIMARIES = 3;
/** After this long without an answer a server counts as away, and its replica takes over. */
const NODE_TIMEOUT_MS = 1000;
const FORMING = { timeout: 30_000, interval: 50 };

/** A server of a cluster. */
type ClusterServer = OwnRedis & {
  readonly busPort: number;
  /** Sends it a command. */
  readonly call: (command: string, ...values: readonly (string | number)[]) => Promise<unknown>;
};

async function startServer(): Promise<ClusterServer> {
  // The port for connections between servers; the usual one, 10,000 higher, may not exist.
  const busPort = await freePort();
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-port': busPort,
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    // A replica that has just been added may take over.
    'cluster-replica-validity-factor': 0,
  };
  const redis = await startOwnRedis({
    settings: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
  });
  const client = new Redis(redis.url, { retryStrategy: () => 50 });
  client.on('error', () => undefined);
  onTestFinished(() => client.disconnect());
  return { ...redis, busPort, call: (command, ...values) => client.call(command, ...values.map(String)) };
}

/** Starts a Redis Cluster of three servers with equal ranges of slots, and a replica of the first. It ends with the test. */
export async function startRedisCluster() {
  const servers = await Promise.all(Array.from({ length: PRIMARIES + 1 }, startServer));
  const [first, second, third, replica] = servers;
  if (!first || !second || !third || !replica) throw new Error('four servers expected');
  const primaries = [first, second, third] as const;
  for (const [index, server] of primaries.entries()) {
    const [from, until] = [index, index + 1].map((part) => Math.ceil((part * SLOTS) / PRIMARIES));
    await server.call('CLUSTER', 'ADDSLOTSRANGE', from ?? 0, (until ?? 0) - 1);
    await server.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
  }
  for (const { port, busPort } of servers.slice(1))
    await first.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  const idOf = async (server: ClusterServer) => String(await server.call('CLUSTER', 'MYID'));
  await vi.waitFor(async () => {
    for (const server of servers) {
      const known = String(await server.call('CLUSTER', 'NODES'));
      if (known.split('\n').filter((line) => line.includes(' connected')).length < servers.length)
        throw new Error('servers do not know each other yet');
    }
  }, FORMING);
  await replica.call('CLUSTER', 'REPLICATE', await idOf(first));
  await vi.waitFor(async () => {
    for (const server of servers)
      if (!String(await server.call('CLUSTER', 'INFO')).includes('cluster_state:ok'))
        throw new Error('the cluster does not serve all slots yet');
    if (!String(await replica.call('INFO', 'replication')).includes('master_link_status:up'))
      throw new Error('the replica does not follow yet');
  }, FORMING);
  return {
    primaries,
    replica,
    /** Two of its servers, as in `REDIS_URL`. */
    url: [second.url, third.url].join(),
    /** Moves a slot without keys to another server. */
    async moveSlot(slot: number, to: ClusterServer): Promise<void> {
      const id = await idOf(to);
      await to.call('CLUSTER', 'SETSLOT', slot, 'NODE', id);
      for (const server of primaries) await server.call('CLUSTER', 'SETSLOT', slot, 'NODE', id);
    },
  };
}
