import { mkdir } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import type { Config } from './config.ts';
import type { PasswordCost } from './features/accounts/index.ts';
import { openDatabase, migrate, waitForDatabase, type Database } from './platform/database/index.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/logging/logger.ts';
import {
  createDiskStore,
  createKeepingStore,
  createS3Store,
  type KeepingStore,
  type MediaStore,
} from './platform/media-store/index.ts';
import { createMetrics, measuredJobs, measuredStore, type Metrics } from './platform/metrics/index.ts';
import { createOutbound, type Outbound } from './platform/outbound/index.ts';
import { makePrivate } from './platform/private-files/index.ts';
import { openRedis } from './platform/redis/index.ts';

/** How the program is started. */
export type StartOptions = {
  readonly config: Config;
  readonly logger: Logger;
  /** Folder of the built web app. */
  readonly webFolder?: string;
  /** A database that is open and migrated already; its owner closes it. */
  readonly database?: Database;
  /** Fetches what people give the addresses of; a test may pass one that reaches its own listener. */
  readonly outbound?: Outbound;
  /** After how long a silent private chat is closed (SV-23); a test may be less patient. */
  readonly heartbeatMissedMs?: number;
  /** What hashing a password costs; tests make thousands of accounts and ask for less. */
  readonly passwordCost?: PasswordCost;
};

/** What every feature stands on: opened before any of them, closed after all. */
export type AppContext = {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly redis: Redis | undefined;
  readonly outbound: Outbound;
  readonly store: KeepingStore;
  readonly metrics: Metrics;
  readonly heartbeatMissedMs: number | undefined;
  readonly passwordCost: PasswordCost | undefined;
  /** The address that people open; with port 0 it is known only once the server listens. */
  readonly publicUrl: () => string;
  /** Where this process itself listens, once it does. */
  readonly localUrl: () => string;
};

/** No statement of the running program takes longer, unless something is wrong with it. */
const LONGEST_STATEMENT_MS = 60_000;

/** So long a start waits for a bucket that does not answer yet. */
const STORE_WAIT_MS = 30_000;

/**
 * The bucket that the settings name, once it is known to be there, or files under DATA_DIR. One that does not answer is
 * waited for, up to 30 s. Throws `S3Error`.
 */
export async function openStore(config: Config, logger?: Logger): Promise<MediaStore> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    if (config.REDIS_URL)
      logger?.warn('REDIS_URL is set and S3_… is not: other nodes have none of the files that are kept here');
    return createDiskStore(config.DATA_DIR);
  }
  const store = createS3Store({
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    region,
    onChange: (isUnavailable, said) => logger?.[isUnavailable ? 'error' : 'warn'](said),
  });
  await store.checkFor(STORE_WAIT_MS, ({ message }) =>
    logger?.warn(`${message}; waiting for it up to ${STORE_WAIT_MS / 1000} s`),
  );
  return store;
}

/** Opens what every feature stands on; `close` closes what was opened here. */
export async function openAppContext(
  options: StartOptions,
  urls: Pick<AppContext, 'publicUrl' | 'localUrl'>,
) {
  const { config, logger, database: given, outbound = createOutbound() } = options;
  const metrics = createMetrics();
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const privateFolder = given ? undefined : await makePrivate(config.DATA_DIR, logger);
  const store = createKeepingStore(await openStore(config, logger));
  const database =
    given ??
    (await openDatabase({
      databaseUrl: config.DATABASE_URL,
      dataDir: config.DATA_DIR,
      longestStatementMs: LONGEST_STATEMENT_MS,
      logger,
    }));
  if (!given) {
    await waitForDatabase(database, logger);
    await database.keepTime();
    await migrate(database);
  }
  const redis = config.REDIS_URL ? openRedis(config.REDIS_URL, logger) : undefined;
  const context: AppContext = {
    config,
    logger,
    database,
    jobs: measuredJobs(createJobs(database, logger), metrics),
    redis,
    outbound,
    store: measuredStore(store, metrics),
    metrics,
    heartbeatMissedMs: options.heartbeatMissedMs,
    passwordCost: options.passwordCost,
    ...urls,
  };
  return {
    ...context,
    async close() {
      privateFolder?.stop();
      redis?.disconnect();
      if (!given) await database.close();
    },
  };
}
