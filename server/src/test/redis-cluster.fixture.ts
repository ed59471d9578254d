import { Redis } from 'ioredis';
import { freePort } from './free-port.fixture.ts';
import { launchRedis, untilRedis, type RedisProcess } from './redis-process.fixture.ts';

const SLOTS = 16_384;
const PRIMARIES = 3;
/** After this long without an answer a server counts as away, and its replica takes over. */
const NODE_TIMEOUT_MS = 1000;

/** A server of a cluster. */
export type ClusterServer = RedisProcess & {
  readonly busPort: number;
  /** Sends it a command. */
  readonly call: (command: string, ...values: readonly (string | number)[]) => Promise<unknown>;
};

async function launchServer(): Promise<ClusterServer> {
  // The port for connections between servers; the usual one, 10,000 higher, may not exist.
  const busPort = await freePort();
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-port': busPort,
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    // A replica that has just been added may take over.
    'cluster-replica-validity-factor': 0,
    // Otherwise a replica gets its copy after five seconds.
    'repl-diskless-sync-delay': 0,
  };
  const redis = await launchRedis(
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
  );
  const client = new Redis(redis.url, { retryStrategy: () => 50 });
  client.on('error', () => undefined);
  return {
    ...redis,
    busPort,
    call: (command, ...values) => client.call(command, ...values.map(String)),
    dispose: async () => {
      client.disconnect();
      await redis.dispose();
    },
  };
}

const idOf = async (server: ClusterServer) => String(await server.call('CLUSTER', 'MYID'));

/** Whether a server serves slots, and is no replica. */
const isPrimary = async (server: ClusterServer) =>
  String(await server.call('INFO', 'replication')).includes('role:master');

const isFollowing = async (server: ClusterServer) =>
  String(await server.call('INFO', 'replication')).includes('master_link_status:up');

/** Whether every server sees all slots of the cluster served. */
const areAllSlotsServed = async (servers: readonly ClusterServer[]) => {
  const states = await Promise.all(servers.map((server) => server.call('CLUSTER', 'INFO')));
  return states.every((state) => String(state).includes('cluster_state:ok'));
};

/** Distributes the slots equally, introduces the servers to each other, and gives the first ones a replica each. */
async function formCluster(
  primaries: readonly ClusterServer[],
  replicas: readonly ClusterServer[],
): Promise<void> {
  const servers = [...primaries, ...replicas];
  for (const [index, server] of primaries.entries()) {
    const [from, until] = [index, index + 1].map((part) => Math.ceil((part * SLOTS) / PRIMARIES));
    await server.call('CLUSTER', 'ADDSLOTSRANGE', from ?? 0, (until ?? 0) - 1);
    await server.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
  }
  for (const { port, busPort } of servers.slice(1))
    await servers[0]?.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  await untilRedis('servers know each other', async () => {
    const known = await Promise.all(servers.map((server) => server.call('CLUSTER', 'NODES')));
    return known.every(
      (nodes) =>
        String(nodes)
          .split('\n')
          .filter((line) => line.includes(' connected')).length === servers.length,
    );
  });
  for (const [index, replica] of replicas.entries()) {
    const primary = primaries[index];
    if (primary) await replica.call('CLUSTER', 'REPLICATE', await idOf(primary));
  }
  await untilRedis('all slots are served, and replicas follow', async () => {
    const following = await Promise.all(replicas.map(isFollowing));
    return following.every(Boolean) && (await areAllSlotsServed(servers));
  });
}

/**
 * Starts a Redis Cluster of three servers with equal ranges of slots, and replicas of the first `replicas` of them, one for each.
 * Requires redis-server on the PATH.
 */
export async function launchRedisCluster({ replicas: replicaCount = PRIMARIES } = {}) {
  const servers = await Promise.all(Array.from({ length: PRIMARIES + replicaCount }, launchServer));
  const [first, second, third, ...replicas] = servers;
  if (!first || !second || !third) throw new Error('three servers expected');
  const primaries = [first, second, third] as const;
  const dispose = async () => void (await Promise.all(servers.map((server) => server.dispose())));
  try {
    await formCluster(primaries, replicas);
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    primaries,
    replicas,
    /** Two of its servers, as in `REDIS_URL`. */
    url: [second.url, third.url].join(),
    /** Moves a slot without keys to another server. All servers have to be there. */
    async moveSlot(slot: number, to: ClusterServer): Promise<void> {
      const id = await idOf(to);
      await to.call('CLUSTER', 'SETSLOT', slot, 'NODE', id);
      for (const server of servers)
        if (await isPrimary(server)) await server.call('CLUSTER', 'SETSLOT', slot, 'NODE', id);
    },
    /** Resolves once a replica has taken over the slots of its server, and these servers know it. */
    async untilTakenOver(replica: ClusterServer, by: readonly ClusterServer[]): Promise<void> {
      await untilRedis(
        'a replica has taken over',
        async () => (await isPrimary(replica)) && (await areAllSlotsServed(by)),
      );
    },
    /** Resolves once a server follows another one as its replica. */
    async untilFollowing(server: ClusterServer): Promise<void> {
      await untilRedis('a replica follows', () => isFollowing(server));
    },
    dispose,
  };
}
