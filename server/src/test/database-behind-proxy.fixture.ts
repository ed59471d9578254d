import { onTestFinished } from 'vitest';
import { openDatabase } from '../platform/database/index.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { createTestDatabase } from './database.fixture.ts';
import { openTcpProxy } from './tcp-proxy.fixture.ts';

/** A log entry: its numeric level and its message. */
export type LogLine = { readonly level: number; readonly msg: string };

/**
 * Opens a database on a PostgreSQL server behind a TCP proxy (`openTcpProxy`), a direct connection to it, and the log
 * entries at the level `info` and above.
 */
export async function openDatabaseBehindProxy() {
  const { database: direct, cleanup } = await createTestDatabase({ engine: 'postgres' });
  const url = new URL(direct.pool.options.connectionString ?? '');
  const proxy = await openTcpProxy(Number(url.port || 5432), url.hostname);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const lines: LogLine[] = [];
  const parse: (text: string) => LogLine = JSON.parse;
  const logger = createLogger('info', { write: (text) => void lines.push(parse(text)) });
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '.', logger });
  onTestFinished(async () => {
    await proxy.restore();
    await database.close();
    await proxy.close();
    await cleanup();
  });
  return { direct, database, proxy, logger, lines, url: url.href };
}
