import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.fixture.ts';
import type { DrillNodes } from './drill-nodes.fixture.ts';

const LOOK_EVERY_MS = 20;

/** When a fault was over, on the clock of `performance.now()`, and what was seen meanwhile (milliseconds and codes). */
export type FaultReport = { readonly endedAt: number; readonly notes: Readonly<Record<string, number>> };

/** What happens to the nodes while people talk; `seconds` is how long it lasts where it has a length. */
export type DrillFault = (cluster: DrillNodes, seconds: number) => Promise<FaultReport>;

const nodeAt = ({ nodes }: DrillNodes, index: number): ServerProcess => {
  const node = nodes[index];
  if (!node) throw new Error(`There is no node ${index}.`);
  return node;
};

async function untilUp({ proxy }: DrillNodes, { url }: ServerProcess): Promise<void> {
  while (!proxy.isUp(Number(new URL(url).port))) await delay(LOOK_EVERY_MS);
}

/** Each node in turn: SIGTERM, its end, a new start on its port, and back among those that are sent people. */
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

/** kill -9 of one node; nobody starts it again before the drill is over. */
const killed: DrillFault = async (cluster) => {
  const endedAt = performance.now();
  await nodeAt(cluster, 0).kill();
  return { endedAt, notes: {} };
};

/** One node stands still, as a machine does whose memory is swapped out or that is moved, and then goes on. */
const stopped: DrillFault = async (cluster, seconds) => {
  const pid = nodeAt(cluster, 0).pid();
  process.kill(pid, 'SIGSTOP');
  await delay(seconds * 1000);
  process.kill(pid, 'SIGCONT');
  return { endedAt: performance.now(), notes: {} };
};

/** Redis refuses everybody and resets who was connected. */
const redis: DrillFault = async (cluster, seconds) => {
  await cluster.redis.cut();
  await delay(seconds * 1000);
  await cluster.redis.mend();
  return { endedAt: performance.now(), notes: {} };
};

/** Redis is connected and answers nothing. */
const redisHangs: DrillFault = async (cluster, seconds) => {
  cluster.redis.hold();
  await delay(seconds * 1000);
  await cluster.redis.mend();
  return { endedAt: performance.now(), notes: {} };
};

/** All faults by name. */
export const drillFaults = { rolling, killed, stopped, redis, 'redis hangs': redisHangs } as const;

export type DrillName = keyof typeof drillFaults;
