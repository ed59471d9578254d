import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type App, type StartOptions } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { createClient, type Client } from './client.ts';
import { createTestDatabase } from './database.fixture.ts';

/** Minimal cost: tests create many accounts, and the hashing cost has its own test. */
export const TEST_PASSWORD_COST = { memoryCost: 64, timeCost: 1 };

/** The real application on a free port with its own database and folder. */
export type TestApp = {
  readonly app: App;
  /** Where it listens. */
  readonly url: string;
  /** The address that people open. */
  readonly publicUrl: string;
  readonly client: Client;
  readonly dataDir: string;
  /** The mails sent so far in RFC 5322 format, oldest first. */
  readonly mails: () => string[];
  readonly stop: () => Promise<void>;
};

/**
 * Starts the application. Rate limits are disabled unless a setting enables them; brute-force limits always apply. With
 * an `outbound` the application can fetch from a listener of the test; the application closes a given `database`
 * itself.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  {
    outbound,
    pushServices,
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
    // Links in texts of tests must not cause requests.
    LINK_PREVIEWS: outbound ? 'on' : 'off',
    REDIS_URL: process.env['TEST_REDIS_URL'],
    ...env,
  });
  const app = await startApp({
    config,
    logger,
    database,
    outbound,
    pushServices,
    heartbeatMissedMs,
    webFolder,
    passwordCost: TEST_PASSWORD_COST,
  });
  return {
    app,
    url: app.url,
    publicUrl: app.publicUrl,
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
