import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openRedisUsage, type RedisUsage } from '../measure/redis-usage.ts';
import type { CostName } from './measured-costs.ts';
import { CALM_PER_SECOND } from './model.ts';
import { startNodeProcess, type NodeProcess } from './node-process.ts';
import type { NodePlan } from './node-protocol.types.ts';

const WARM_UP_SECONDS = 1;
/** Time in which the use of Redis by others is measured before each window. */
const IDLE_SECONDS = 0.5;
/** Maximum time until nodes have read everything after a window. */
const CATCH_UP_MS = 10_000;
const CATCH_UP_STEP_MS = 50;
const CHANNELS = 10_000;

/** The reading nodes of a cluster: whether each hears what the writer publishes. */
type Layout = Pick<NodePlan, 'form'> & {
  readonly writerHears: boolean;
  readonly readers: readonly boolean[];
};

const layouts = {
  streamAlone: { form: 'stream', writerHears: true, readers: [] },
  streamOfFour: { form: 'stream', writerHears: true, readers: [false, false, true] },
  unheard: { form: 'channels', writerHears: false, readers: [] },
  echoed: { form: 'channels', writerHears: true, readers: [] },
  heard: { form: 'channels', writerHears: true, readers: [true, false] },
} as const satisfies Record<string, Layout>;

type LayoutName = keyof typeof layouts;
type Cluster = { readonly writer: NodeProcess; readonly readers: readonly NodeProcess[] };

/** CPU microseconds per publication: of the writer, of each reader, and of Redis. */
type WindowCosts = { readonly writer: number; readonly readers: readonly number[]; readonly redis: number };

/** The nodes for all measurements of traffic, running side by side; those that are not measured are idle. */
export type TrafficBench = {
  /** Measures everything once, with windows of some seconds. */
  readonly measureRound: (seconds: number) => Promise<TrafficRound>;
  readonly close: () => Promise<void>;
};

export type TrafficRound = Readonly<
  Record<Extract<CostName, `stream ${string}` | `channels ${string}`>, number>
>;

/** Starts the nodes of all layouts and warms them up. */
export async function openTrafficBench(redisUrl: string): Promise<TrafficBench> {
  const usage = openRedisUsage(redisUrl);
  const started: NodeProcess[] = [];
  const close = async () => {
    await Promise.all(started.map((node) => node.close()));
    usage.close();
  };
  const startCluster = async ({ form, writerHears, readers }: Layout): Promise<Cluster> => {
    const name = `bench-${randomUUID()}`;
    const start = async (hears: boolean) => {
      const node = await startNodeProcess({ form, redisUrl, name, hears });
      started.push(node);
      return node;
    };
    const cluster = { readers: await Promise.all(readers.map(start)), writer: await start(writerHears) };
    await measureWindow(cluster, usage, WARM_UP_SECONDS, undefined);
    return cluster;
  };
  try {
    const clusters: Record<LayoutName, Cluster> = {
      streamAlone: await startCluster(layouts.streamAlone),
      streamOfFour: await startCluster(layouts.streamOfFour),
      unheard: await startCluster(layouts.unheard),
      echoed: await startCluster(layouts.echoed),
      heard: await startCluster(layouts.heard),
    };
    return { close, measureRound: (seconds) => measureRound(clusters, usage, seconds) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function measureRound(
  clusters: Readonly<Record<LayoutName, Cluster>>,
  usage: RedisUsage,
  seconds: number,
): Promise<TrafficRound> {
  const windowsAt = async (perSecond: number | undefined) => {
    const measure = (name: LayoutName) => measureWindow(clusters[name], usage, seconds, perSecond);
    return costsAt({
      streamAlone: await measure('streamAlone'),
      streamOfFour: await measure('streamOfFour'),
      unheard: await measure('unheard'),
      echoed: await measure('echoed'),
      heard: await measure('heard'),
    });
  };
  const calm = await windowsAt(CALM_PER_SECOND);
  const full = await windowsAt(undefined);
  return {
    ...rated('calm', calm),
    ...rated('full', full),
    ...(await measureSubscriptions(clusters, usage)),
  };
}

function rated<Name extends string, Rate extends 'calm' | 'full'>(
  rate: Rate,
  costs: Readonly<Record<Name, number>>,
): Record<`${Name} ${Rate}`, number> {
  const entries = Object.entries(costs).map(([name, cost]) => [`${name} ${rate}`, cost]);
  return Object.fromEntries(entries) as Record<`${Name} ${Rate}`, number>;
}

/** Separates what the windows of one rate have in common. A stream of four nodes is read three times more often. */
function costsAt({ streamAlone, streamOfFour, unheard, echoed, heard }: Record<LayoutName, WindowCosts>) {
  const [first = Number.NaN, second = Number.NaN, hearing = Number.NaN] = streamOfFour.readers;
  const [listening = Number.NaN, elsewhere = Number.NaN] = heard.readers;
  const redisRead = (streamOfFour.redis - streamAlone.redis) / 3;
  return {
    'stream write': streamAlone.writer,
    'stream read': (first + second) / 2,
    'stream hear': hearing,
    'stream redisWrite': streamAlone.redis - redisRead,
    'stream redisRead': redisRead,
    'channels write': unheard.writer,
    'channels echo': echoed.writer - unheard.writer,
    'channels hear': listening,
    'channels elsewhere': elsewhere,
    'channels redis0': unheard.redis,
    'channels redis1': echoed.redis,
    'channels redis2': heard.redis,
  };
}

/** Publishes for some seconds. What others use of Redis meanwhile is estimated from the time before. */
async function measureWindow(
  { writer, readers }: Cluster,
  usage: RedisUsage,
  seconds: number,
  perSecond: number | undefined,
): Promise<WindowCosts> {
  const others = await redisShare(usage);
  for (const reader of readers) await reader.ask({ kind: 'report' });
  const [redisBefore, startedAt] = [await usage.cpuSeconds(), performance.now()];
  const published = await writer.ask({ kind: 'publish', seconds, perSecond });
  const read = await Promise.all(readers.map((reader) => readRest(reader, published.count)));
  const elapsed = (performance.now() - startedAt) / 1000;
  const redis = (await usage.cpuSeconds()) - redisBefore - others * elapsed;
  return {
    writer: published.micros / published.count,
    readers: read.map(({ count, micros }) => micros / (count || published.count)),
    redis: (redis * 1e6) / published.count,
  };
}

/** Returns the CPU seconds per second that Redis uses without the measurement. */
async function redisShare(usage: RedisUsage): Promise<number> {
  const [before, startedAt] = [await usage.cpuSeconds(), performance.now()];
  await delay(IDLE_SECONDS * 1000);
  return ((await usage.cpuSeconds()) - before) / ((performance.now() - startedAt) / 1000);
}

/** Waits until a reader has read what was published; one that hears nothing on its channels reads nothing. */
async function readRest(reader: NodeProcess, published: number) {
  const deadline = performance.now() + CATCH_UP_MS;
  let [count, micros] = [0, 0];
  while (performance.now() < deadline) {
    const part = await reader.ask({ kind: 'report' });
    count += part.count;
    micros += part.micros;
    if (count >= published || part.count === 0) break;
    await delay(CATCH_UP_STEP_MS);
  }
  return { count, micros };
}

/** Two nodes subscribe to the same new channels one after the other, and leave them. */
async function measureSubscriptions(
  { unheard, echoed }: Readonly<Record<LayoutName, Cluster>>,
  usage: RedisUsage,
) {
  const others = await redisShare(usage);
  const change = { channels: CHANNELS } as const;
  const empty = await usage.memoryBytes();
  const [redisBefore, startedAt] = [await usage.cpuSeconds(), performance.now()];
  const joined = await unheard.writer.ask({ kind: 'subscribe', ...change });
  const withFirst = await usage.memoryBytes();
  await echoed.writer.ask({ kind: 'subscribe', ...change });
  const withSecond = await usage.memoryBytes();
  await echoed.writer.ask({ kind: 'unsubscribe', ...change });
  const left = await unheard.writer.ask({ kind: 'unsubscribe', ...change });
  const elapsed = (performance.now() - startedAt) / 1000;
  const redis = (await usage.cpuSeconds()) - redisBefore - others * elapsed;
  return {
    'channels subscribe': (joined.micros + left.micros) / CHANNELS,
    'channels redisSubscribe': (redis * 1e6) / (2 * CHANNELS),
    'channels bytes': (withFirst - empty) / CHANNELS,
    'channels moreBytes': (withSecond - withFirst) / CHANNELS,
  };
}
