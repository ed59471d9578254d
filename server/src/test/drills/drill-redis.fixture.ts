import { randomInt } from 'node:crypto';
import { Redis } from 'ioredis';
import { launchRedisCluster } from '../redis-cluster.fixture.ts';
import { launchRedis, untilRedis } from '../redis-process.fixture.ts';
import { openTcpProxy, type TcpProxy } from '../tcp-proxy.fixture.ts';
import type { DrillServices } from './drill-nodes.fixture.ts';

/** Redis has 16 databases by default; the first is shared. */
const REDIS_DATABASES = 16;

/** The Redis that the nodes of a drill share. */
export type DrillRedis = {
  /** The settings of a node. */
  readonly env: { readonly REDIS_URL: string; readonly REDIS_CLUSTER?: 'on' };
  readonly close: () => Promise<void>;
};

/** Opens a TCP proxy between the nodes and a database of the given Redis. */
export async function openSharedRedis({ redisUrl }: DrillServices): Promise<DrillRedis & TcpProxy> {
  const url = new URL(redisUrl);
  const proxy = await openTcpProxy(Number(url.port || '6379'), url.hostname);
  url.host = `127.0.0.1:${proxy.port}`;
  url.pathname = `/${randomInt(1, REDIS_DATABASES)}`;
  return { ...proxy, env: { REDIS_URL: url.href } };
}

/** A Redis and its replica, of which nodes know one address. */
export type DrillRedisPair = DrillRedis & {
  readonly killPrimary: () => Promise<void>;
  /** Makes the replica the primary, and gives it the address. */
  readonly promoteReplica: () => Promise<void>;
};

/** Starts a Redis and its replica, and an address that leads to the primary, as operators provide it. */
export async function openDrillRedisPair(): Promise<DrillRedisPair> {
  const primary = await launchRedis(['--repl-diskless-sync-delay', '0']);
  const replica = await launchRedis(['--replicaof', '127.0.0.1', String(primary.port)]);
  const client = new Redis(replica.url);
  const proxy = await openTcpProxy(primary.port);
  await untilRedis('the replica follows', async () =>
    (await client.info('replication')).includes('master_link_status:up'),
  );
  return {
    env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` },
    killPrimary: primary.kill,
    promoteReplica: async () => {
      await client.call('REPLICAOF', 'NO', 'ONE');
      proxy.forwardTo(replica.port);
    },
    close: async () => {
      client.disconnect();
      await proxy.close();
      await Promise.all([primary.dispose(), replica.dispose()]);
    },
  };
}

export type DrillRedisCluster = DrillRedis & {
  readonly cluster: Awaited<ReturnType<typeof launchRedisCluster>>;
};

/** Starts a Redis Cluster of three servers with a replica each. */
export async function openDrillRedisCluster(): Promise<DrillRedisCluster> {
  const cluster = await launchRedisCluster();
  return { cluster, env: { REDIS_URL: cluster.url, REDIS_CLUSTER: 'on' }, close: cluster.dispose };
}
