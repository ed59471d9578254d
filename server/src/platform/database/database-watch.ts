import type pg from 'pg';
import type { Logger } from 'pino';
import { connectFailure, DatabaseUnavailableError, noteConnectionError } from './database-unavailable.ts';
import { probeServer } from './database-probe.ts';
import type { Gate } from './guarded-pool.ts';
import { reasonOf } from './wait-for-database.ts';
import { watchConnections } from './watched-connections.ts';

const LOOK_EVERY_MS = 500;
/** A query that is not answered for so long makes the watch ask the server. */
const SILENT_MS = 2_000;
/** So often the server must say that it is not at work for a connection before that counts as lost. */
const DENIALS = 2;
/** Least time between two lines about connections that were lost while the server lives. */
const SAY_EVERY_MS = 10_000;

/** Knows whether a PostgreSQL server is there, and lets nobody wait for one that is not. */
export type DatabaseWatch = Gate & {
  /** A connection of the pool was opened. */
  readonly add: (client: pg.Client) => void;
  /** Closes what a goodbye does not reach: connections on which nothing is under way. */
  readonly letGo: () => void;
  readonly stop: () => void;
};

/**
 * A server may refuse, vanish or hang, and a long statement looks like the last. So whatever fails or is silent makes
 * the watch ask the server on a connection of its own. Without an answer the database is away: all connections are
 * broken, new ones are refused at once instead of after a timeout each, and the server is asked again and again until it
 * answers. With an answer, only a connection is broken that the server is not at work for. Said in one line each.
 */
export function watchDatabase(config: pg.ClientConfig, logger: Logger): DatabaseWatch {
  const connections = watchConnections();
  let away: { readonly since: number; readonly cause: unknown } | undefined;
  let asking: Promise<void> | undefined;
  let suspicion: string | undefined;
  let saidAt = -Infinity;

  function gone(error: unknown): void {
    if (!away) {
      away = { since: performance.now(), cause: error };
      logger.error({ reason: reasonOf(error) }, 'the database is away');
    }
    connections.breakUp(new DatabaseUnavailableError('The database stopped answering.'));
  }

  function there(): void {
    if (away) {
      logger.warn({ ms: Math.round(performance.now() - away.since) }, 'the database is back');
      away = undefined;
    } else if (suspicion !== undefined && performance.now() - saidAt > SAY_EVERY_MS) {
      saidAt = performance.now();
      logger.warn({ reason: suspicion }, 'a database connection was lost or could not be had');
    }
  }

  /** Breaks connections for which the server, asked twice, is not at work: their other end is gone. */
  function breakDenied(atWork: ReadonlySet<number>): void {
    for (const { client, backend } of connections.silent(SILENT_MS)) {
      if (atWork.has(backend) || connections.deny(client) < DENIALS) continue;
      client.connection.stream.destroy(
        new DatabaseUnavailableError('A database connection stopped answering.'),
      );
    }
  }

  async function ask(backends: readonly number[]): Promise<void> {
    const hasHeard = connections.listen();
    try {
      const atWork = await probeServer(config, backends);
      there();
      if (atWork) breakDenied(atWork);
    } catch (error) {
      // A server that has too much to do may be slow to take a connection while it answers on others.
      if (!hasHeard()) gone(error);
    }
    suspicion = undefined;
    asking = undefined;
  }

  const look = () => {
    const silent = connections.silent(SILENT_MS);
    if (silent.length === 0 && !away && suspicion === undefined) return;
    asking ??= ask(silent.map(({ backend }) => backend));
  };
  const suspect = (error: Error) => {
    suspicion ??= reasonOf(error);
    look();
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();

  return {
    refusal: () => (away ? new DatabaseUnavailableError('The database is away.', away) : undefined),
    failed: (error) => {
      suspect(error);
      return connectFailure(error);
    },
    add: (client) => {
      connections.add(client);
      // Also while it is in use, when the pool itself does not listen: an error nobody hears ends the process.
      client.on('error', (error) => {
        noteConnectionError(error);
        suspect(error);
      });
    },
    letGo: () =>
      connections.breakUp(new DatabaseUnavailableError('The pool was closed.'), (isWaiting) => !isWaiting),
    stop: () => clearInterval(timer),
  };
}
