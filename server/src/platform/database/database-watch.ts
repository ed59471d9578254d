import type pg from 'pg';
import type { Logger } from 'pino';
import { connectFailure, DatabaseUnavailableError, noteConnectionError } from './database-unavailable.ts';
import { probeServer } from './database-probe.ts';
import type { Gate } from './guarded-pool.ts';
import { reasonOf } from './wait-for-database.ts';
import { watchConnections } from './watched-connections.ts';

const CHECK_INTERVAL_MS = 500;
/** A query without a response for this long triggers a probe of the server. */
const MAX_SILENCE_MS = 2_000;
/** Number of consecutive probes in which a backend is idle before its connection counts as lost. */
const MAX_DENIALS = 2;
/** Least time between two log messages about lost connections while the server is available. */
const LOG_INTERVAL_MS = 10_000;

/** Tracks whether a PostgreSQL server is available, and fails fast while it is not. */
export type DatabaseWatch = Gate & {
  /** Registers a new connection of the pool. */
  readonly add: (client: pg.Client) => void;
  /** Destroys idle connections that could not be closed in order. */
  readonly destroyIdle: () => void;
  readonly stop: () => void;
};

/**
 * A server may refuse, vanish or hang, and a long statement looks like a hang. So every failure and every silence
 * triggers a probe on a separate connection. Without a response the database is unavailable: all connections are
 * destroyed, new ones are refused at once instead of after a timeout each, and the probe is repeated until it
 * succeeds. With a response, only those connections are destroyed whose backend is not active. Each change is logged
 * once.
 */
export function watchDatabase(config: pg.ClientConfig, logger: Logger): DatabaseWatch {
  const connections = watchConnections();
  let away: { readonly since: number; readonly cause: unknown } | undefined;
  let asking: Promise<void> | undefined;
  let suspicion: string | undefined;
  let loggedAt = -Infinity;

  function markUnavailable(error: unknown): void {
    if (!away) {
      away = { since: performance.now(), cause: error };
      logger.error({ reason: reasonOf(error) }, 'the database is away');
    }
    connections.destroyConnections(new DatabaseUnavailableError('The database stopped answering.'));
  }

  function markAvailable(): void {
    if (away) {
      logger.warn({ ms: Math.round(performance.now() - away.since) }, 'the database is back');
      away = undefined;
    } else if (suspicion !== undefined && performance.now() - loggedAt > LOG_INTERVAL_MS) {
      loggedAt = performance.now();
      logger.warn({ reason: suspicion }, 'a database connection was lost or could not be had');
    }
  }

  /** Destroys connections whose backend was idle in two probes: the server no longer knows them. */
  function destroyDenied(atWork: ReadonlySet<number>): void {
    for (const { client, backend } of connections.silent(MAX_SILENCE_MS)) {
      if (atWork.has(backend) || connections.deny(client) < MAX_DENIALS) continue;
      client.connection.stream.destroy(
        new DatabaseUnavailableError('A database connection stopped answering.'),
      );
    }
  }

  async function ask(backends: readonly number[]): Promise<void> {
    const hasReceivedBytes = connections.listen();
    try {
      const atWork = await probeServer(config, backends);
      markAvailable();
      if (atWork) destroyDenied(atWork);
    } catch (error) {
      // An overloaded server may be slow to accept a connection while it responds on others.
      if (!hasReceivedBytes()) markUnavailable(error);
    }
    suspicion = undefined;
    asking = undefined;
  }

  const check = () => {
    const silent = connections.silent(MAX_SILENCE_MS);
    if (silent.length === 0 && !away && suspicion === undefined) return;
    asking ??= ask(silent.map(({ backend }) => backend));
  };
  const suspect = (error: Error) => {
    suspicion ??= reasonOf(error);
    check();
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();

  return {
    refusal: () => (away ? new DatabaseUnavailableError('The database is away.', away) : undefined),
    failed: (error) => {
      suspect(error);
      return connectFailure(error);
    },
    add: (client) => {
      connections.add(client);
      // Also while the connection is in use, when the pool does not listen: an unhandled error event ends the
      // process.
      client.on('error', (error) => {
        noteConnectionError(error);
        suspect(error);
      });
    },
    destroyIdle: () =>
      connections.destroyConnections(
        new DatabaseUnavailableError('The pool was closed.'),
        (isWaiting) => !isWaiting,
      ),
    stop: () => clearInterval(timer),
  };
}
