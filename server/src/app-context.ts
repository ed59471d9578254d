import { mkdir } from 'node:fs/promises';
import type { Cluster, Redis } from 'ioredis';
import { dutiesOf, type Duties } from './app-duties.ts';
import type { Config } from './config.ts';
import type { PasswordCost } from './features/accounts/index.ts';
import {
  createRecentWrites,
  migrate,
  openDatabase,
  waitForDatabase,
  type Database,
} from './platform/database/index.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/logging/logger.ts';
import { createSecurityLog, type SecurityLog } from './platform/logging/security-log.ts';
import {
  createDiskStore,
  createRetainingStore,
  createS3Store,
  type RetainingStore,
  type MediaStore,
} from './platform/media-store/index.ts';
import { createMetrics, measuredJobs, measuredStore, type Metrics } from './platform/metrics/index.ts';
import {
  createOutbound,
  createPoster,
  type Outbound,
  type Poster,
  type PosterOptions,
} from './platform/outbound/index.ts';
import { makePrivate } from './platform/private-files/index.ts';
import { openRedis } from './platform/redis/index.ts';
import { serverSecrets, type ServerSecrets } from './platform/secrets/server-secrets.ts';

/** Options for starting the program. */
export type StartOptions = {
  readonly config: Config;
  readonly logger: Logger;
  /** Folder of the built web app. */
  readonly webFolder?: string;
  /** An open and migrated database. The caller closes it. */
  readonly database?: Database;
  /** Fetches URLs that users enter. Tests may pass one that reaches a local listener. */
  readonly outbound?: Outbound;
  /** How push services are reached. Tests may name an authority and a resolver of their own. */
  readonly pushServices?: Pick<PosterOptions, 'ca' | 'resolve'>;
  /** Milliseconds of silence after which a private chat is closed (SV-23). Tests may shorten it. */
  readonly heartbeatMissedMs?: number;
  /** Cost of password hashing. Tests lower it because they create thousands of accounts. */
  readonly passwordCost?: PasswordCost;
};

/** The resources that every feature shares. Opened before all features, closed after them. */
export type AppContext = {
  readonly config: Config;
  readonly duties: Duties;
  readonly logger: Logger;
  readonly securityLog: SecurityLog;
  /** The secret of the tokens, from which other keys are derived, and former ones. */
  readonly secret: ServerSecrets;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly redis: Redis | Cluster | undefined;
  readonly outbound: Outbound;
  readonly poster: Poster;
  readonly store: RetainingStore;
  readonly metrics: Metrics;
  readonly heartbeatMissedMs: number | undefined;
  readonly passwordCost: PasswordCost | undefined;
  /** The public URL. With port 0 it is known only after the server listens. */
  readonly publicUrl: () => string;
  /** The URL that this process listens on, once it does. */
  readonly localUrl: () => string;
};

/** Statement timeout of the running program. A statement that takes longer is a defect. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** How long a start waits for a bucket that does not respond. */
const STORE_WAIT_MS = 30_000;

/**
 * Returns the store for the bucket of the settings, or for files under DATA_DIR when no bucket is set. Waits up to 30
 * s for a bucket that does not respond. Throws `S3Error`.
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
    onChange: (isUnavailable, message) => logger?.[isUnavailable ? 'error' : 'warn'](message),
  });
  await store.checkFor(STORE_WAIT_MS, ({ message }) =>
    logger?.warn(`${message}; waiting for it up to ${STORE_WAIT_MS / 1000} s`),
  );
  return store;
}

/** Opens the resources that every feature shares. `close` closes only those that were opened here. */
export async function openAppContext(
  options: StartOptions,
  urls: Pick<AppContext, 'publicUrl' | 'localUrl'>,
) {
  const { config, logger, database: given, outbound = createOutbound() } = options;
  const metrics = createMetrics();
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const privateFolder = given ? undefined : await makePrivate(config.DATA_DIR, logger);
  const store = createRetainingStore(await openStore(config, logger));
  const redis = config.REDIS_URL
    ? openRedis(config.REDIS_URL, logger, { isCluster: config.REDIS_CLUSTER })
    : undefined;
  const database =
    given ??
    (await openDatabase({
      databaseUrl: config.DATABASE_URL,
      replicas: { urls: config.DATABASE_REPLICA_URL, recentWrites: createRecentWrites(redis) },
      dataDir: config.DATA_DIR,
      longestStatementMs: STATEMENT_TIMEOUT_MS,
      logger,
    }));
  if (!given) {
    await waitForDatabase(database, logger);
    await database.keepTime();
    await migrate(database);
  }
  const secret = serverSecrets(config);
  const securityLog = createSecurityLog({ logger, secret: secret.current });
  const context: AppContext = {
    config,
    duties: dutiesOf(config),
    logger,
    securityLog,
    secret,
    database,
    jobs: measuredJobs(createJobs(database, logger), metrics),
    redis,
    outbound,
    poster: createPoster({ ...options.pushServices, allowAddresses: config.PUSH_ALLOW_ADDRESSES }),
    store: measuredStore(store, metrics),
    metrics,
    heartbeatMissedMs: options.heartbeatMissedMs,
    passwordCost: options.passwordCost,
    ...urls,
  };
  return {
    ...context,
    async close() {
      securityLog.close();
      privateFolder?.stop();
      if (!given) await database.close();
      redis?.disconnect();
    },
  };
}
