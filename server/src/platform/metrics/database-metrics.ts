import type { Database } from '../database/index.ts';
import type { Metrics, Reading } from './metrics.ts';

/** Minimum interval between queries for metrics. */
const QUERY_INTERVAL_MS = 15_000;
/** Timeout of a scrape: while the database hangs its metrics are unknown. */
const TIMEOUT_MS = 2000;

/** The state of the database, from one query. */
type DatabaseState = {
  readonly waiting: number;
  /** Seconds since the first waiting job was due. */
  readonly oldest: number;
  /** Seconds by which this machine's clock is ahead of the database's. */
  readonly clock: number;
};

/** Adds metrics of the connection pool, and those that need a query: waiting jobs and the clock difference. */
export function addDatabaseMetrics(
  { pool, waiting, isWritable, replicas }: Database,
  metrics: Metrics,
): void {
  const pools = {
    name: 'database_pool_connections',
    help: 'Connections of the pool: total, idle, and waiting requests',
    labels: ['state'],
  };
  metrics.gauge(pools, () => [
    [{ state: 'total' }, pool.totalCount],
    [{ state: 'idle' }, pool.idleCount],
    [{ state: 'waiting' }, waiting().count],
  ]);
  let failures = 0;
  pool.on('error', () => {
    failures += 1;
  });
  const lost = {
    name: 'database_failures_total',
    help: 'Failed metric queries and lost idle connections',
  };
  metrics.total(lost, () => failures);
  const room = { name: 'database_writable', help: '0 while the disk of the data folder is nearly full' };
  metrics.gauge(room, () => Number(isWritable()));

  addReplicaMetrics(replicas, metrics);

  const readState = cachedFor(QUERY_INTERVAL_MS, async () => {
    try {
      return await queryState(pool);
    } catch {
      failures += 1;
      return undefined;
    }
  });
  const addStateGauge = (name: string, help: string, read: (seen: DatabaseState | undefined) => Reading) =>
    metrics.gauge({ name, help }, async () => read(await readState()));
  addStateGauge('database_up', '1 when the last metric query succeeded', (seen) => Number(Boolean(seen)));
  addStateGauge('jobs_waiting', 'Jobs of all nodes that are due and wait', (seen) => seen?.waiting);
  addStateGauge(
    'jobs_oldest_waiting_seconds',
    'How long the first of them has been due',
    (seen) => seen?.oldest,
  );
  addStateGauge(
    'clock_ahead_seconds',
    "How far this machine's clock is ahead of the database's",
    (seen) => seen?.clock,
  );
}

/** Adds metrics of replicas, which have no samples without any. A replica is named by its number in the settings and its host. */
function addReplicaMetrics(replicas: Database['replicas'], metrics: Metrics): void {
  const used = {
    name: 'database_replica_used',
    help: '1 while reads go to the replica',
    labels: ['replica'],
  };
  metrics.gauge(used, () =>
    replicas.statuses().map(({ name, isUsed }) => [{ replica: name }, Number(isUsed)]),
  );
  const lag = {
    name: 'database_replica_lag_seconds',
    help: 'How far the replica is behind the primary at most',
    labels: ['replica'],
  };
  metrics.gauge(lag, () =>
    replicas
      .statuses()
      .flatMap(({ name, lagMs }) =>
        lagMs === undefined ? [] : [[{ replica: name }, lagMs / 1000] as const],
      ),
  );
  const reads = {
    name: 'database_replica_reads_total',
    help: 'Reads that replicas may answer',
    labels: ['place'],
  };
  metrics.total(reads, () => {
    if (replicas.statuses().length === 0) return [];
    return Object.entries(replicas.counts()).map(([place, count]) => [{ place }, count] as const);
  });
}

async function queryState(pool: Database['pool']): Promise<DatabaseState> {
  const asked = Date.now();
  const { rows } = await pool.query<{ waiting: string; oldest: number | null; now: number }>(
    `SELECT count(*) AS waiting, extract(epoch FROM pgboss.job_now() - min(start_after))::float8 AS oldest,
            extract(epoch FROM clock_timestamp())::float8 AS now
     FROM pgboss.job WHERE state < 'active' AND start_after <= pgboss.job_now()`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database answered no row.');
  // Assumes that the database read its clock in the middle of the round trip.
  const middle = (asked + Date.now()) / 2000;
  return { waiting: Number(row.waiting), oldest: row.oldest ?? 0, clock: middle - row.now };
}

/** Caches the result for an interval and never runs twice concurrently. Returns undefined after a timeout. */
function cachedFor<T>(milliseconds: number, ask: () => Promise<T | undefined>) {
  let askedAt = -Infinity;
  let asking: Promise<T | undefined> = Promise.resolve(undefined);
  let isAsking = false;
  return async (): Promise<T | undefined> => {
    if (!isAsking && performance.now() - askedAt >= milliseconds) {
      askedAt = performance.now();
      isAsking = true;
      asking = ask().finally(() => {
        isAsking = false;
      });
    }
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, TIMEOUT_MS, undefined);
    });
    const seen = await Promise.race([asking, timeout]);
    clearTimeout(timer);
    return seen;
  };
}
