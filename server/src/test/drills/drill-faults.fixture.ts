import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.fixture.ts';
import type { DrillNodes } from './drill-nodes.fixture.ts';

const LOOK_EVERY_MS = 20;

/** The end of a fault by `performance.now()`, and measurements during it (milliseconds and exit codes). */
export type FaultReport = { readonly endedAt: number; readonly notes: Readonly<Record<string, number>> };

/** Injects a fault into the nodes; `seconds` is its length, if it has one. */
export type DrillFault = (cluster: DrillNodes, seconds: number) => Promise<FaultReport>;

const nodeAt = ({ nodes }: DrillNodes, index: number): ServerProcess => {
  const node = nodes[index];
  if (!node) throw new Error(`There is no node ${index}.`);
  return node;
};

async function untilUp({ proxy }: DrillNodes, { url }: ServerProcess): Promise<void> {
  while (!proxy.isUp(Number(new URL(url).port))) await delay(LOOK_EVERY_MS);
}

/** Restarts the nodes one by one: SIGTERM, exit, a new start on the same port, and back in the proxy's rotation. */
const rolling: DrillFault = async (cluster) => {
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
const killed: DrillFault = async (cluster) => {
  const endedAt = performance.now();
  await nodeAt(cluster, 0).kill();
  return { endedAt, notes: {} };
};

/** Suspends and resumes one node, as when a machine swaps or is migrated. */
const stopped: DrillFault = async (cluster, seconds) => {
  const pid = nodeAt(cluster, 0).pid();
  process.kill(pid, 'SIGSTOP');
  await delay(seconds * 1000);
  process.kill(pid, 'SIGCONT');
  return { endedAt: performance.now(), notes: {} };
};

/** Redis refuses new connections and resets existing ones. */
const redis: DrillFault = async (cluster, seconds) => {
  await cluster.redis.cut();
  await delay(seconds * 1000);
  await cluster.redis.restore();
  return { endedAt: performance.now(), notes: {} };
};

/** Redis accepts connections and does not respond. */
const redisHangs: DrillFault = async (cluster, seconds) => {
  cluster.redis.hold();
  await delay(seconds * 1000);
  await cluster.redis.restore();
  return { endedAt: performance.now(), notes: {} };
};

/** All faults by name. */
export const drillFaults = { rolling, killed, stopped, redis, 'redis hangs': redisHangs } as const;

export type DrillName = keyof typeof drillFaults;
