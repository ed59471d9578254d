import pg from 'pg';
import type { Logger } from 'pino';
import {
  connectFailure,
  DatabaseUnavailableError,
  noteConnectionError,
  isDatabaseUnavailable,
} from './database-unavailable.ts';
import type { Gate } from './guarded-pool.ts';
import { reasonOf } from './wait-for-database.ts';

const CHECK_INTERVAL_MS = 500;
/** A query without a response for this long triggers a probe of the server. */
const MAX_SILENCE_MS = 2_000;
/** Number of consecutive probes in which a backend is idle before its connection counts as lost. */
const MAX_DENIALS = 2;
/** Least time between two log messages about lost connections while the server is available. */
const LOG_INTERVAL_MS = 10_000;

/** Tracks whether a PostgreSQL server is available, and fails fast while it is not. */
type DatabaseWatch = Gate & {
  /** Registers a new connection of the pool. */
  readonly add: (client: pg.Client) => void;
  /** Destroys idle connections that could not be closed in order. */
  readonly destroyIdle: () => void;
  readonly stop: () => void;
};

/**
 * A server may refuse, vanish or hang, and a long statement looks like a hang. So every failure and every silence
 * triggers a probe on a separate connection. Without a response the database is unavailable: all connections are
 * destroyed, new ones are refused immediately instead of after a timeout each, and the probe is repeated until it
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

/** A working server connects and responds within this time, even under load. */
const PROBE_MS = 4_000;
/**
 * After a pause of the whole process the response may have arrived although the timeout has passed: it is read first.
 */
const GRACE_MS = 250;

/**
 * Queries the server over a separate connection for the active ones of these backends. Returns undefined when the
 * server runs but refuses, for example with too many connections. Throws an error that {@link isDatabaseUnavailable}
 * recognises when the server is unavailable.
 */
async function probeServer(
  config: pg.ClientConfig,
  backends: readonly number[],
): Promise<ReadonlySet<number> | undefined> {
  const client = new pg.Client(config);
  client.on('error', () => {}); // the query rejects with the same error
  const late = Promise.withResolvers<never>();
  const rejectLate = () => late.reject(new Error('The database did not answer in time.'));
  const timer = setTimeout(() => void setTimeout(rejectLate, GRACE_MS), PROBE_MS);
  try {
    return await Promise.race([ask(client, backends), late.promise]);
  } catch (error) {
    const failure = connectFailure(error instanceof Error ? error : new Error(String(error)));
    if (isDatabaseUnavailable(failure)) throw failure;
    return undefined;
  } finally {
    clearTimeout(timer);
    client.connection.stream.destroy();
  }
}

async function ask(client: pg.Client, backends: readonly number[]): Promise<ReadonlySet<number>> {
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[]) AND state NOT LIKE 'idle%'`,
    [backends],
  );
  return new Set(rows.map(({ pid }) => pid));
}

/**
 * A connection that waits for a response: since when no bytes arrived, and in how many probes its backend was idle.
 */
type Silence = { readonly since: number; readonly bytes: number; denials: number };

/** A silent connection, with the process id of its backend. */
type SilentConnection = { readonly client: pg.Client; readonly backend: number; readonly ms: number };

/** Monitors the sockets of a pool without sending queries. */
type WatchedConnections = {
  readonly add: (client: pg.Client) => void;
  /**
   * Returns connections that wait for a response and received no bytes for this long. Has to be called periodically.
   */
  readonly silent: (longerThanMs: number) => SilentConnection[];
  /** Records that the backend of the connection is idle. Returns how often in a row that was recorded. */
  readonly deny: (client: pg.Client) => number;
  /** Starts to listen. The returned function returns whether any connection has received bytes since. */
  readonly listen: () => () => boolean;
  /** Destroys connections, all of them by default. Pending queries reject with the error. */
  readonly destroyConnections: (error: Error, which?: (isWaiting: boolean) => boolean) => void;
};

/** Monitors connections from opening to closing. */
function watchConnections(): WatchedConnections {
  const silences = new Map<pg.Client, Silence | undefined>();

  function silenceOf(client: pg.Client, now: number): Silence | undefined {
    if (!isWaiting(client)) return undefined;
    const bytes = bytesRead(client);
    const before = silences.get(client);
    return before?.bytes === bytes ? before : { since: now, bytes, denials: 0 };
  }

  return {
    add: (client) => {
      silences.set(client, undefined);
      client.once('end', () => silences.delete(client));
    },
    silent: (longerThanMs) => {
      const now = performance.now();
      return [...silences.keys()].flatMap((client) => {
        const silence = silenceOf(client, now);
        silences.set(client, silence);
        const ms = silence ? now - silence.since : 0;
        return ms > longerThanMs ? [{ client, backend: backendOf(client), ms }] : [];
      });
    },
    deny: (client) => {
      const silence = silences.get(client);
      return silence ? (silence.denials += 1) : 0;
    },
    listen: () => {
      const before = new Map([...silences.keys()].map((client) => [client, bytesRead(client)]));
      return () => [...before].some(([client, bytes]) => bytesRead(client) > bytes);
    },
    destroyConnections: (error, which = () => true) => {
      for (const client of silences.keys())
        if (which(isWaiting(client))) client.connection.stream.destroy(error);
    },
  };
}

/** A driver flag that its types omit: false from the start of a query to the end of its response. */
const isWaiting = (client: pg.Client): boolean => 'readyForQuery' in client && client.readyForQuery === false;

const backendOf = (client: pg.Client): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;

function bytesRead({ connection: { stream } }: pg.Client): number {
  return 'bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;
}
