import type { Database } from '../database/index.ts';
import type { Metrics, Reading } from './metrics.ts';

/** What needs a query is asked at most so often, however many look. */
const LOOK_EVERY_MS = 15_000;
/** Whoever looks waits no longer than this: the numbers of a database that hangs are not known. */
const PATIENCE_MS = 2000;

/** The state of the database, as one query tells it. */
type Look = {
  readonly waiting: number;
  /** Seconds that the job at the front has been due. */
  readonly oldest: number;
  /** Seconds by which this machine's clock is ahead of the database's. */
  readonly clock: number;
};

/** The connections of the pool and what only a query can tell: jobs that wait, and whose clock is right. */
export function addDatabaseMetrics({ pool, waiting, isWritable }: Database, metrics: Metrics): void {
  const pools = {
    name: 'database_pool_connections',
    help: 'Connections of the pool: all, those at rest, and who waits for one',
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
    help: 'Looks at the database that failed, and connections lost at rest',
  };
  metrics.total(lost, () => failures);
  const room = { name: 'database_writable', help: '0 while the disk of the data folder is nearly full' };
  metrics.gauge(room, () => Number(isWritable()));

  const look = atMostEvery(LOOK_EVERY_MS, async () => {
    try {
      return await lookAt(pool);
    } catch {
      failures += 1;
      return undefined;
    }
  });
  const told = (name: string, help: string, read: (seen: Look | undefined) => Reading) =>
    metrics.gauge({ name, help }, async () => read(await look()));
  told('database_up', '1 where the last look at the database was answered', (seen) => Number(Boolean(seen)));
  told('jobs_waiting', 'Jobs of all nodes that are due and wait', (seen) => seen?.waiting);
  told('jobs_oldest_waiting_seconds', 'How long the first of them has been due', (seen) => seen?.oldest);
  told(
    'clock_ahead_seconds',
    "How far this machine's clock is ahead of the database's",
    (seen) => seen?.clock,
  );
}

async function lookAt(pool: Database['pool']): Promise<Look> {
  const asked = Date.now();
  const { rows } = await pool.query<{ waiting: string; oldest: number | null; now: number }>(
    `SELECT count(*) AS waiting, extract(epoch FROM pgboss.job_now() - min(start_after))::float8 AS oldest,
            extract(epoch FROM clock_timestamp())::float8 AS now
     FROM pgboss.job WHERE state < 'active' AND start_after <= pgboss.job_now()`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database answered no row.');
  // The answer is from the middle of the time that it took, as far as one can tell.
  const middle = (asked + Date.now()) / 2000;
  return { waiting: Number(row.waiting), oldest: row.oldest ?? 0, clock: middle - row.now };
}

/** Asks again only when the last asking is old enough, and never twice at once; undefined while no answer comes. */
function atMostEvery<T>(milliseconds: number, ask: () => Promise<T | undefined>) {
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
    const patience = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, undefined);
    });
    const seen = await Promise.race([asking, patience]);
    clearTimeout(timer);
    return seen;
  };
}
