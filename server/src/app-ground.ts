import { Redis } from 'ioredis';
import type { Config } from './config.ts';
import { openDatabase, migrate, type Database } from './platform/database/index.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/logging/logger.ts';
import {
  createDiskStore,
  createKeepingStore,
  createS3Store,
  type KeepingStore,
  type MediaStore,
} from './platform/media-store/index.ts';
import { createOutbound, type Outbound } from './platform/outbound/index.ts';

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
};

/** What every feature stands on: opened before any of them, closed after all. */
export type Ground = {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly redis: Redis | undefined;
  readonly outbound: Outbound;
  readonly store: KeepingStore;
  readonly heartbeatMissedMs: number | undefined;
  /** The address that people open; with port 0 it is known only once the server listens. */
  readonly publicUrl: () => string;
  /** Where this process itself listens, once it does. */
  readonly localUrl: () => string;
};

/** The bucket that the settings name, once it is known to be there, or files under DATA_DIR. Throws `S3Error`. */
export async function openStore(config: Config): Promise<MediaStore> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return createDiskStore(config.DATA_DIR);
  const store = createS3Store({ endpoint, bucket, accessKeyId, secretAccessKey, region });
  await store.check();
  return store;
}

/** Opens what every feature stands on; `close` closes what was opened here. */
export async function openGround(options: StartOptions, urls: Pick<Ground, 'publicUrl' | 'localUrl'>) {
  const { config, logger, database: given, outbound = createOutbound() } = options;
  const store = createKeepingStore(await openStore(config));
  const database =
    given ?? (await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, logger }));
  if (!given) await migrate(database);
  const redis = config.REDIS_URL ? new Redis(config.REDIS_URL, { maxRetriesPerRequest: 2 }) : undefined;
  redis?.on('error', (error: unknown) => logger.warn({ err: error }, 'Redis is away'));
  const ground: Ground = {
    config,
    logger,
    database,
    jobs: createJobs(database, logger),
    redis,
    outbound,
    store,
    heartbeatMissedMs: options.heartbeatMissedMs,
    ...urls,
  };
  return {
    ...ground,
    async close() {
      redis?.disconnect();
      if (!given) await database.close();
    },
  };
}
