import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type App, type StartOptions } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { createClient, type Client } from './client.ts';
import { createTestDatabase } from './database.fixture.ts';

/** Next to nothing: a test makes many accounts, and what hashing is worth has a test of its own. */
export const TEST_PASSWORD_COST = { memoryCost: 64, timeCost: 1 };

/** The real application on a free port with a database and a folder of its own. */
export type TestApp = {
  readonly app: App;
  readonly url: string;
  readonly client: Client;
  readonly dataDir: string;
  /** The mails that were sent so far, as they would leave (RFC 5322), oldest first. */
  readonly mails: () => string[];
  readonly stop: () => Promise<void>;
};

/**
 * Starts it. Request-rate limits are off unless a setting says otherwise; brute-force limits always hold. With an
 * `outbound` of the test's own the application can fetch from a listener of the test; a `database` of its own it closes
 * itself.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  {
    outbound,
    heartbeatMissedMs,
    webFolder,
    logger = createLogger(process.env['TEST_LOG_LEVEL'] ?? 'silent'),
    database: given,
  }: Partial<Omit<StartOptions, 'config'>> = {},
): Promise<TestApp> {
  const { database, cleanup } = given
    ? { database: given, cleanup: async () => {} }
    : await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'adda-app-'));
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    REDIS_URL: process.env['TEST_REDIS_URL'],
    ...env,
  });
  const app = await startApp({
    config,
    logger,
    database,
    outbound,
    heartbeatMissedMs,
    webFolder,
    passwordCost: TEST_PASSWORD_COST,
  });
  return {
    app,
    url: app.url,
    client: createClient(app.url),
    dataDir,
    mails: () =>
      globSync('outbox/*.eml', { cwd: dataDir })
        .toSorted()
        .map((file) => readFileSync(join(dataDir, file), 'utf8')),
    async stop() {
      await app.stop();
      await cleanup();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
