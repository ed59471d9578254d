import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseOptions } from './database.types.ts';
import { watchDatabase } from './database-watch.ts';
import { GuardedPool, type OpenedPool } from './guarded-pool.ts';
import { PreparingClient } from './preparing-client.ts';
import { typeParsers } from './type-parsers.ts';

const DEFAULT_POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * A transaction that is idle this long belongs to a node that was stopped or vanished. The server ends it so that its
 * locks are released. Transactions never wait for anything but the database.
 */
const IDLE_IN_TRANSACTION_MS = 4_000;
/** Idle time before the first keep-alive, shorter than the timeout of firewalls. */
const KEEP_ALIVE_MS = 10_000;
/** How long closing waits for an orderly end of connections. */
const CLOSE_TIMEOUT_MS = 3_000;

const SERVER_SETTINGS = [
  // Compiling a plan takes longer than any statement may; a misjudged one cost 600 ms.
  'jit=off',
  // The server detects a vanished node after about 20 s, also in the middle of a response.
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=3',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=20000',
];

/** Opens the pool for a PostgreSQL server, which may become unavailable and return (see DatabaseWatch). */
export function openPostgresPool(options: DatabaseOptions): OpenedPool {
  const config: pg.ClientConfig = {
    connectionString: options.databaseUrl,
    types: typeParsers,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    statement_timeout: options.longestStatementMs ?? false,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'adda',
    options: SERVER_SETTINGS.map((setting) => `-c ${setting}`).join(' '),
  };
  const watch = watchDatabase(config, options.logger);
  const pool = new GuardedPool(
    { ...config, Client: PreparingClient, max: options.poolSize ?? DEFAULT_POOL_SIZE },
    watch,
  );
  // The driver's pool passes on instances of its client class.
  pool.on('connect', (client) => watch.add(client as pg.PoolClient & pg.Client));
  const stop = async () => {
    const closed = new AbortController();
    const late = delay(CLOSE_TIMEOUT_MS, undefined, { signal: closed.signal }).then(
      watch.destroyIdle,
      () => {},
    );
    await pool.end();
    closed.abort();
    await late;
    watch.stop();
  };
  return { pool, stop };
}
