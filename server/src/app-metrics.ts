/** The metrics of the running program and their names. docs/objectives.md explains the purpose of each. */
import { statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Cluster, Redis } from 'ioredis';
import type { AppContext } from './app-context.ts';
import type { Config } from './config.ts';
import {
  addDatabaseMetrics,
  watchOutsideCalls,
  type Metrics,
  type watchLoad,
} from './platform/metrics/index.ts';
import type { Realtime } from './platform/realtime/index.ts';

const RAZORPAY_URL = 'https://api.razorpay.com';
const PAYPAL_URL = 'https://api-m.paypal.com';
const YOUTUBE_URL = 'https://www.googleapis.com';

type Parts = {
  readonly platform: Pick<AppContext, 'config' | 'database' | 'redis' | 'metrics'>;
  readonly realtime: Pick<Realtime, 'metrics'>;
  readonly load: Pick<ReturnType<typeof watchLoad>, 'isOverloaded'>;
  readonly isDraining: () => boolean;
};

/** Registers all metrics of a running program. `stop` removes the listeners. */
export function addAppMetrics({ platform, realtime, load, isDraining }: Parts): { stop(): void } {
  const { config, database, redis, metrics } = platform;
  addBuildInfo(metrics, database.engine);
  metrics.gauge({ name: 'draining', help: '1 while this node is draining' }, () => Number(isDraining()));
  metrics.gauge({ name: 'overloaded', help: '1 while this node is overloaded' }, () =>
    Number(load.isOverloaded()),
  );
  metrics.gauge({ name: 'data_folder_free_bytes', help: 'Free space on the disk of the data folder' }, () =>
    freeBytesOf(config.DATA_DIR),
  );
  addSocketMetrics(metrics, realtime);
  addClusterMetrics(metrics, realtime, redis);
  addDatabaseMetrics(database, metrics);
  return watchOutsideCalls(externalServices(config), metrics);
}

function addBuildInfo(metrics: Metrics, engine: string): void {
  const packageJson: { version?: unknown } = createRequire(import.meta.url)('../package.json');
  const about = { version: String(packageJson.version), node: process.version, engine };
  const named = {
    name: 'adda_build_info',
    help: 'Version of the running program',
    labels: Object.keys(about),
  };
  metrics.gauge(named, () => [[about, 1]]);
}

/** Undefined when the disk can't be queried. The disk guard logs that. */
async function freeBytesOf(folder: string): Promise<number | undefined> {
  try {
    const disk = await statfs(folder);
    return disk.bavail * disk.bsize;
  } catch {
    return undefined;
  }
}

function addSocketMetrics(metrics: Metrics, realtime: Pick<Realtime, 'metrics'>): void {
  const read = realtime.metrics;
  metrics.gauge({ name: 'socket_connections', help: 'Open socket connections' }, () => read().connections);
  metrics.gauge(
    { name: 'socket_admissions_waiting', help: 'Clients who wait until their socket is admitted' },
    () => read().admissionsWaiting,
  );
  metrics.total(
    { name: 'socket_admissions_postponed_total', help: 'Clients who were told to connect later' },
    () => read().admissionsPostponed,
  );
  metrics.total(
    { name: 'socket_slow_readers_cut_off_total', help: 'Connections closed as slow readers' },
    () => read().slowReadersCutOff,
  );
  metrics.total(
    { name: 'socket_floods_ended_total', help: 'Connections closed because of too much traffic' },
    () => read().floodsEnded,
  );
  const writes = { name: 'socket_writes_total', help: 'Writes to sockets: joined directly, or queued' };
  metrics.total({ ...writes, labels: ['way'] }, () => [
    [{ way: 'joined' }, read().joinedWrites],
    [{ way: 'queued' }, read().queuedWrites],
  ]);
  const refused = { name: 'socket_events_refused_total', help: 'Events of clients with an error response' };
  metrics.total({ ...refused, labels: ['code'] }, () =>
    [...read().refusals].map(([code, count]) => [{ code }, count] as const),
  );
}

/** Without Redis nothing is known about other nodes, so no value is reported. */
function addClusterMetrics(
  metrics: Metrics,
  realtime: Pick<Realtime, 'metrics'>,
  redis: Redis | Cluster | undefined,
): void {
  metrics.gauge(
    { name: 'redis_connected', help: '1 while Redis is connected' },
    () => redis && Number(redis.status === 'ready'),
  );
  metrics.total(
    { name: 'cluster_failures_total', help: 'Publications that could not be sent to other nodes' },
    () => realtime.metrics().clusterFailures,
  );
  metrics.gauge(
    { name: 'cluster_connected', help: '1 while this node receives messages of other nodes' },
    () => redis && Number(realtime.metrics().isClusterConnected),
  );
  metrics.total(
    {
      name: 'cluster_gaps_total',
      help: 'Detected gaps in messages of other nodes; clients caught up',
    },
    () => realtime.metrics().clusterGaps,
  );
  const judged = {
    name: 'socket_readmissions_total',
    help: 'Connections checked again while Redis was unavailable',
  };
  metrics.total({ ...judged, labels: ['outcome'] }, () => {
    const { reauthorizations, reauthorizationsRefused: refused } = realtime.metrics();
    return [
      [{ outcome: 'kept' }, reauthorizations - refused],
      [{ outcome: 'closed' }, refused],
    ];
  });
}

/** External services that this server calls. A sandbox inside this process is not one. */
function externalServices(config: Config) {
  const where = {
    razorpay: config.RAZORPAY_KEY_ID && (config.RAZORPAY_BASE_URL ?? RAZORPAY_URL),
    paypal: config.PAYPAL_CLIENT_ID && (config.PAYPAL_BASE_URL ?? PAYPAL_URL),
    youtube: config.YOUTUBE_API_KEY && (config.YOUTUBE_BASE_URL ?? YOUTUBE_URL),
    scanner: config.SCANNER_URL,
  };
  return Object.entries(where).flatMap(([name, url]) => (url ? [{ name, url }] : []));
}
