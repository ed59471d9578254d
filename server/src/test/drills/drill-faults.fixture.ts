import { setTimeout as delay } from 'node:timers/promises';
import { SHARD_SLOTS } from '../../platform/redis/redis-shards.ts';
import type { ServerProcess } from '../server-process.fixture.ts';
import type { TcpProxy } from '../tcp-proxy.fixture.ts';
import type { DrillNodes, DrillServices } from './drill-nodes.fixture.ts';
import {
  openDrillRedisCluster,
  openDrillRedisPair,
  openSharedRedis,
  type DrillRedis,
  type DrillRedisCluster,
  type DrillRedisPair,
} from './drill-redis.fixture.ts';

const LOOK_EVERY_MS = 20;
/** The slot of a shard (redis-shards.ts) that the second of three servers has at first. */
const [, SLOT_OF_SECOND_THIRD = 0] = SHARD_SLOTS[SHARD_SLOTS.length / 2] ?? [];

/** The end of a fault by `performance.now()`, and measurements during it (milliseconds and exit codes). */
export type FaultReport = { readonly endedAt: number; readonly notes: Readonly<Record<string, number>> };

/** Injects a fault into the nodes, or into their Redis; `seconds` is its length, if it has one. */
type DrillFault<Redis> = (cluster: DrillNodes, seconds: number, redis: Redis) => Promise<FaultReport>;

/** Opens the Redis that the nodes of a drill share; returns it with the fault of the drill. */
type Drill = (services: DrillServices) => Promise<{
  readonly redis: DrillRedis;
  readonly inject: (cluster: DrillNodes, seconds: number) => Promise<FaultReport>;
}>;

const drillWith =
  <Redis extends DrillRedis>(
    openRedis: (services: DrillServices) => Promise<Redis>,
    fault: DrillFault<Redis>,
  ): Drill =>
  async (services) => {
    const redis = await openRedis(services);
    return { redis, inject: (cluster, seconds) => fault(cluster, seconds, redis) };
  };

const nodeAt = ({ nodes }: DrillNodes, index: number): ServerProcess => {
  const node = nodes[index];
  if (!node) throw new Error(`There is no node ${index}.`);
  return node;
};

async function untilUp({ proxy }: DrillNodes, { url }: ServerProcess): Promise<void> {
  while (!proxy.isUp(Number(new URL(url).port))) await delay(LOOK_EVERY_MS);
}

/** Restarts the nodes one by one: SIGTERM, exit, a new start on the same port, and back in the proxy's rotation. */
const rolling: DrillFault<DrillRedis> = async (cluster) => {
  const notes: Record<string, number> = {};
  for (const [index, node] of cluster.nodes.entries()) {
    const began = performance.now();
    notes[`exit code of node ${index}`] = (await node.stop()) ?? -1;
    notes[`draining of node ${index} ms`] = performance.now() - began;
    await node.restart();
    await untilUp(cluster, node);
    notes[`node ${index} away ms`] = performance.now() - began;
  }
  return { endedAt: performance.now(), notes };
};

/** Sends kill -9 to one node, which stays down until the drill is over. */
const killed: DrillFault<DrillRedis> = async (cluster) => {
  const endedAt = performance.now();
  await nodeAt(cluster, 0).kill();
  return { endedAt, notes: {} };
};

/** Suspends and resumes one node, as when a machine swaps or is migrated. */
const stopped: DrillFault<DrillRedis> = async (cluster, seconds) => {
  const pid = nodeAt(cluster, 0).pid();
  process.kill(pid, 'SIGSTOP');
  await delay(seconds * 1000);
  process.kill(pid, 'SIGCONT');
  return { endedAt: performance.now(), notes: {} };
};

/** Redis refuses new connections and resets existing ones. */
const redisAway: DrillFault<TcpProxy> = async (_cluster, seconds, redis) => {
  await redis.cut();
  await delay(seconds * 1000);
  await redis.restore();
  return { endedAt: performance.now(), notes: {} };
};

/** Redis accepts connections and does not respond. */
const redisHangs: DrillFault<TcpProxy> = async (_cluster, seconds, redis) => {
  redis.hold();
  await delay(seconds * 1000);
  await redis.restore();
  return { endedAt: performance.now(), notes: {} };
};

/** Redis is killed; after a while its replica is promoted and reached under the same address. */
const redisFailsOver: DrillFault<DrillRedisPair> = async (_cluster, seconds, redis) => {
  await redis.killPrimary();
  await delay(seconds * 1000);
  await redis.promoteReplica();
  return { endedAt: performance.now(), notes: {} };
};

/**
 * The server of a third of the slots is killed, and its replica takes over; the server returns as the replica's replica; then a
 * slot is moved to another server.
 */
const slotServerAway: DrillFault<DrillRedisCluster> = async (_cluster, seconds, { cluster }) => {
  const [away, source, target] = cluster.primaries;
  const [replica] = cluster.replicas;
  if (!replica) throw new Error('The server has no replica.');
  const began = performance.now();
  await away.kill();
  await cluster.untilTakenOver(replica, [source, target, replica]);
  const notes = { 'replica took over after ms': performance.now() - began };
  await delay(seconds * 1000);
  await away.start();
  await cluster.untilFollowing(away);
  await cluster.moveSlot(SLOT_OF_SECOND_THIRD, target);
  return { endedAt: performance.now(), notes };
};

/** All drills by name. */
export const drillFaults = {
  rolling: drillWith(openSharedRedis, rolling),
  killed: drillWith(openSharedRedis, killed),
  stopped: drillWith(openSharedRedis, stopped),
  redis: drillWith(openSharedRedis, redisAway),
  'redis hangs': drillWith(openSharedRedis, redisHangs),
  'redis fails over': drillWith(openDrillRedisPair, redisFailsOver),
  "slot's server away": drillWith(openDrillRedisCluster, slotServerAway),
} as const;

export type DrillName = keyof typeof drillFaults;
