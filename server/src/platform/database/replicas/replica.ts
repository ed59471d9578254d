import { Kysely, PostgresDialect } from 'kysely';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../database-unavailable.ts';
import type { Queryable, ReplicaStatus } from '../database.types.ts';
import { openPostgresPool } from '../postgres-pool.ts';
import type { Tables } from '../tables.ts';
import { reasonOf } from '../wait-for-database.ts';
import { openMeasuringPool, positionOf, type PrimaryMoment } from './primary-positions.ts';

/** A replica that is further behind than this is left out (CL-05). */
export const MAX_LAG_MS = 5_000;

/** Statement timeout on replicas. What takes longer is repeated on the primary. */
const LONGEST_STATEMENT_MS = 10_000;

/** Least time between two log lines about repeated reads of a replica. */
const LOG_INTERVAL_MS = 10_000;

/** Thrown into running reads of a replica that stopped answering. */
class ReplicaGoneError extends Error {
  override readonly name = 'ReplicaGoneError';
}

type Options = {
  readonly url: string;
  /** Its number in the settings, from 1: addresses contain passwords and may be alike. */
  readonly number: number;
  readonly dataDir: string;
  readonly poolSize: number | undefined;
  readonly logger: Logger;
  /** Returns the latest known moment of the primary that a position includes. */
  readonly latestWithin: (position: bigint) => PrimaryMoment | undefined;
};

/** A replica with its own connections, which knows how far behind the primary it is. */
export type Replica = ReturnType<typeof openReplica>;

/** Opens the connections to a replica. It is used after the first `measure` that finds it fresh. */
export function openReplica({ url, number, dataDir, poolSize, logger, latestWithin }: Options) {
  const name = `${number} (${new URL(url).host})`;
  // This module logs when the replica goes and comes; the pool's own lines would speak of ‘the database’.
  const silent = logger.child({}, { level: 'silent' });
  const longestStatementMs = LONGEST_STATEMENT_MS;
  const { pool, stop } = openPostgresPool({
    databaseUrl: url,
    dataDir,
    poolSize,
    longestStatementMs,
    logger: silent,
  });
  pool.on('error', () => undefined);
  const db: Queryable = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const measuring = openMeasuringPool(url);
  const running = new Set<(error: Error) => void>();
  /** The latest moment of the primary that it is known to include; undefined while it does not answer. */
  let includes: PrimaryMoment | undefined;
  let fault: string | undefined;
  let wasUsed: boolean | undefined;
  let loggedAt = -Infinity;

  const lagMs = () => (includes ? Math.max(0, performance.now() - includes.counter) : undefined);
  const isFresh = () => (lagMs() ?? Infinity) <= MAX_LAG_MS;

  function logChange(): void {
    const isUsed = isFresh();
    if (isUsed === wasUsed) return;
    const reason = fault ?? `it is more than ${MAX_LAG_MS / 1000} s behind`;
    if (isUsed) logger.info({ replica: name }, 'a database replica is used');
    else logger.warn({ replica: name, reason }, 'a database replica is left out');
    wasUsed = isUsed;
  }

  function leaveOut(error: unknown): void {
    fault = reasonOf(error);
    includes = undefined;
    logChange();
  }

  async function readPosition(): Promise<bigint> {
    const { rows } = await measuring.query<{ position: string | null; isReplica: boolean }>(
      `SELECT pg_last_wal_replay_lsn()::text AS position, pg_is_in_recovery() AS "isReplica"`,
    );
    const [row] = rows;
    if (!row?.isReplica || row.position === null) throw new Error('it is no replica');
    return positionOf(row.position);
  }

  return {
    name,
    /** Asks the replica how far it is. Running reads are ended with an error if it does not answer. */
    async measure(): Promise<void> {
      try {
        const moment = latestWithin(await readPosition());
        fault = undefined;
        // Nothing that is known is included: it keeps the moment that it had, which grows old.
        includes = moment ?? includes;
        logChange();
      } catch (error) {
        leaveOut(error);
        for (const end of running) end(new ReplicaGoneError('The replica stopped answering.'));
      }
    },
    /** Returns a moment of the primary that it includes and that is not too long ago; undefined if it has to be left out. */
    fresh: (): PrimaryMoment | undefined => (isFresh() ? includes : undefined),
    /** Runs a read. Throws when it fails, or when the replica stops answering meanwhile. */
    async run<T>(read: (db: Queryable) => Promise<T>): Promise<T> {
      const { promise: gone, reject } = Promise.withResolvers<never>();
      running.add(reject);
      try {
        return await Promise.race([read(db), gone]);
      } catch (error) {
        if (isDatabaseUnavailable(error)) leaveOut(error);
        else if (performance.now() - loggedAt > LOG_INTERVAL_MS) {
          loggedAt = performance.now();
          logger.warn({ replica: name, reason: reasonOf(error) }, 'a read of a database replica failed');
        }
        throw error;
      } finally {
        running.delete(reject);
      }
    },
    status: (): ReplicaStatus => ({ name, isUsed: isFresh(), lagMs: lagMs() }),
    async close(): Promise<void> {
      await Promise.allSettled([stop(), measuring.end()]);
    },
  };
}
