import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Database } from '../platform/database/index.ts';
import { JWT_SECRET } from '../features/rooms/rooms.fixture.ts';
import { silentLogger } from './database-template.fixture.ts';

/** Starts a second node on the database of the first and on the Redis server of the tests. */
export async function startSecondNode({ database }: { readonly database: Database }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'adda-second-'));
  const redisUrl = process.env.TEST_REDIS_URL || undefined;
  const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', REDIS_URL: redisUrl, JWT_SECRET };
  const node = await startApp({ config: readConfig(env), logger: silentLogger, database });
  onTestFinished(() => node.stop());
  return node;
}
