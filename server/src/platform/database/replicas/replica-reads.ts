import type { Kysely } from 'kysely';
import type { DatabaseOptions, IncludedMoment, Queryable, ReplicaReads } from '../database.types.ts';
import { TooManyWaitingError } from '../../limits/fair-semaphore.ts';
import type { Tables } from '../tables.ts';
import { reasonOf } from '../wait-for-database.ts';
import { createPrimaryPositions } from './primary-positions.ts';
import { createRecentWrites } from './recent-writes.ts';
import { openReplica, type Replica } from './replica.ts';

const MEASURE_EVERY_MS = 1_000;

type Options = Pick<DatabaseOptions, 'databaseUrl' | 'replicas' | 'dataDir' | 'logger' | 'poolSize'>;

/** Opens the replicas of the settings, and watches how far behind they are. */
export function openReplicaReads(db: Kysely<Tables>, options: Options): ReplicaReads {
  const { databaseUrl, replicas } = options;
  return databaseUrl === undefined || !replicas || replicas.urls.length === 0
    ? withoutReplicas(db)
    : withReplicas(db, options, { databaseUrl, ...replicas });
}

function withoutReplicas(db: Kysely<Tables>): ReplicaReads {
  return {
    readPossiblyStale: (_viewerId, read) => read(db),
    readFromReplica: async () => undefined,
    noteWrite: async () => undefined,
    statuses: () => [],
    counts: () => ({ replica: 0, primary: 0, repeated: 0 }),
    close: async () => undefined,
  };
}

type Settings = { readonly databaseUrl: string } & NonNullable<DatabaseOptions['replicas']>;

function withReplicas(
  db: Kysely<Tables>,
  { dataDir, logger, poolSize }: Options,
  { databaseUrl, urls, recentWrites = createRecentWrites() }: Settings,
): ReplicaReads {
  const primary = createPrimaryPositions(databaseUrl);
  const { latestWithin } = primary;
  const replicas = urls.map((url, index) =>
    openReplica({ url, number: index + 1, dataDir, poolSize, logger, latestWithin }),
  );
  const stopMeasuring = repeat(async () => {
    // Without an answer no replica becomes fresher: all are left out in the end, as the database watch has logged.
    await primary
      .measure()
      .catch((error: unknown) => logger.debug({ reason: reasonOf(error) }, 'no position'));
    await Promise.all(replicas.map((replica) => replica.measure()));
  });
  const counts = { replica: 0, primary: 0, repeated: 0 };
  let turn = 0;

  /** Returns the next fresh replica: each gets the same share of the reads. */
  function choose(): { replica: Replica; includes: IncludedMoment } | undefined {
    const fresh = replicas.flatMap((replica) => {
      const includes = replica.fresh();
      return includes ? [{ replica, includes }] : [];
    });
    turn += 1;
    return fresh[turn % fresh.length];
  }

  async function tryReplica<T>(
    viewerId: number | undefined,
    read: (from: Queryable, includes: IncludedMoment) => Promise<T>,
  ): Promise<{ readonly found: T } | undefined> {
    const hasWritten = viewerId !== undefined && (await recentWrites.mayHaveWritten(viewerId));
    const chosen = hasWritten ? undefined : choose();
    if (!chosen) {
      counts.primary += 1;
      return undefined;
    }
    try {
      const found = await chosen.replica.run((from) => read(from, chosen.includes));
      counts.replica += 1;
      return { found };
    } catch (error) {
      // Too many queries of one user stay too many on the primary.
      if (error instanceof TooManyWaitingError) throw error;
      counts.repeated += 1;
      return undefined;
    }
  }

  return {
    readPossiblyStale: async (viewerId, read) => {
      const result = await tryReplica(viewerId, read);
      return result ? result.found : read(db);
    },
    readFromReplica: tryReplica,
    noteWrite: recentWrites.note,
    statuses: () => replicas.map((replica) => replica.status()),
    counts: () => counts,
    async close() {
      await stopMeasuring();
      await Promise.all([primary.close(), ...replicas.map((replica) => replica.close())]);
    },
  };
}

/** Runs work now and every second, one run at a time. The returned function ends it and waits for the last run. */
function repeat(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  run();
  const timer = setInterval(run, MEASURE_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
