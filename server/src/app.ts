/** The one place where everything is wired, by hand, in the order of dependence. */
import { accountsRoutes } from '@adda/contract/accounts';
import { mediaRoutes } from '@adda/contract/media';
import { moderationRoutes } from '@adda/contract/moderation';
import { platformRoutes } from '@adda/contract/platform';
import { roomsRoutes } from '@adda/contract/rooms';
import { videoRoutes } from '@adda/contract/video';
import { Redis } from 'ioredis';
import { createAdminCommands } from './admin-commands.ts';
import type { Config } from './config.ts';
import { createAccounts, createShellSocket } from './features/accounts/index.ts';
import { createMedia } from './features/media/index.ts';
import { createMessages } from './features/messages/index.ts';
import { createModeration } from './features/moderation/index.ts';
import { createPresence } from './features/presence/index.ts';
import { createRooms } from './features/rooms/index.ts';
import { createVideo } from './features/video/index.ts';
import { startAdminSocket } from './platform/admin-socket/index.ts';
import { openDatabase, migrate, type Database } from './platform/database/index.ts';
import { appError } from './platform/errors.ts';
import { addDocuments } from './platform/http/documents.ts';
import { addMetricsRoute, createMetrics } from './platform/http/metrics.ts';
import { registerRoutes } from './platform/http/register-routes.ts';
import { createHttpServer } from './platform/http/server.ts';
import { addWebApp } from './platform/http/web-app.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import { createRateLimiter } from './platform/limits/rate-limiter.ts';
import type { Logger } from './platform/logging/logger.ts';
import { createMailer } from './platform/mail/index.ts';
import { createDiskStore } from './platform/media-store/index.ts';
import { createOutbound, type Outbound } from './platform/outbound/index.ts';
import { createRealtime, type Realtime } from './platform/realtime/index.ts';
import { tokenSecret } from './platform/secrets/token-secret.ts';

export type StartOptions = {
  readonly config: Config;
  readonly logger: Logger;
  /** Folder of the built web app. */
  readonly webFolder?: string;
  /** A database that is open and migrated already; its owner closes it. */
  readonly database?: Database;
  /** Fetches what people give the addresses of; a test may pass one that reaches its own listener. */
  readonly outbound?: Outbound;
};

/** The running program. */
export type App = {
  readonly url: string;
  readonly database: Database;
  readonly jobs: Jobs;
  /** Drains: health answers 503, clients are sent away, jobs finish or return, everything closes. */
  stop(): Promise<void>;
};

type Platform = {
  readonly config: Config;
  readonly logger: Logger;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly redis: Redis | undefined;
  readonly outbound: Outbound;
  /** The address that people open; with port 0 it is known only once the server listens. */
  readonly publicUrl: () => string;
};

/** Opens what every feature stands on; `close` closes what was opened here. */
async function openPlatform(options: StartOptions, publicUrl: () => string) {
  const { config, logger, database: given, outbound = createOutbound() } = options;
  const database =
    given ?? (await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, logger }));
  if (!given) await migrate(database);
  const redis = config.REDIS_URL ? new Redis(config.REDIS_URL, { maxRetriesPerRequest: 2 }) : undefined;
  redis?.on('error', (error: unknown) => logger.warn({ err: error }, 'Redis is away'));
  const platform: Platform = {
    config,
    logger,
    database,
    jobs: createJobs(database, logger),
    redis,
    outbound,
    publicUrl,
  };
  return {
    ...platform,
    async close() {
      redis?.disconnect();
      if (!given) await database.close();
    },
  };
}

/** Wires the features in the order of dependence. */
function createFeatures(platform: Platform, realtime: Realtime) {
  const { config, logger, database, jobs, redis, outbound, publicUrl } = platform;
  const limiter = createRateLimiter(redis);
  const requestLimiter = config.RATE_LIMITS ? limiter : undefined;
  const secret = tokenSecret(config.JWT_SECRET, config.DATA_DIR);
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, dataDir: config.DATA_DIR });
  const accounts = createAccounts({
    database,
    jobs,
    limiter,
    publicUrl,
    mailer,
    jwtSecret: secret,
  });
  accounts.startJobs();
  const presence = createPresence({ database, logger });
  const shell = createShellSocket({ realtime, accounts, presence });
  const store = createDiskStore(config.DATA_DIR);
  const media = createMedia({ database, jobs, store, outbound, secret, logger });
  media.startJobs();
  const video = createVideo({
    apiKey: config.YOUTUBE_API_KEY,
    baseUrl: config.YOUTUBE_BASE_URL,
    logger,
    remoteLink: media.remoteLink,
  });
  const messages = createMessages({ database, logger });
  const rooms = createRooms({
    database,
    logger,
    accounts,
    messages,
    presence,
    media,
    realtime,
    shell: shell.server,
    limiter: requestLimiter,
    maxGroupMembers: config.MAX_GROUP_MEMBERS,
  });
  const moderation = createModeration({ database, rooms });
  return {
    accounts,
    media,
    video,
    rooms,
    moderation,
    requestLimiter,
    async close() {
      rooms.close();
      shell.close();
      await messages.close();
      await presence.close();
      mailer.close();
    },
  };
}

/** Starts the program and answers once requests can be served. Throws `FolderInUseError` when the folder is taken. */
export async function startApp(options: StartOptions): Promise<App> {
  const { config, logger } = options;
  const state = { isDraining: false, url: config.publicUrl };
  const publicUrl = () => (config.PUBLIC_URL ? config.publicUrl : state.url);
  const platform = await openPlatform(options, publicUrl);
  const { database, jobs } = platform;
  const metrics = createMetrics();
  const http = await createHttpServer({
    logger,
    apiKey: config.API_KEY,
    trustProxy: config.TRUST_PROXY,
    https: publicUrl().startsWith('https:'),
    authenticate: (token) => features.accounts.authenticate(token),
    limiter: () => features.requestLimiter,
    assertWritable: () => database.assertWritable(),
  });
  const realtime = createRealtime({
    httpServer: http.server,
    logger,
    publicOrigins: [config.publicUrl],
    redis: platform.redis,
  });
  const features = createFeatures(platform, realtime);

  metrics.observe(http);
  metrics.gauge('socket_connections', 'Open socket connections', () => realtime.metrics().connections);
  metrics.gauge(
    'socket_slow_readers_cut_off',
    'Slow readers cut off',
    () => realtime.metrics().slowReadersCutOff,
  );
  await addDocuments(http, config.publicUrl);
  registerRoutes(http, platformRoutes, {
    'GET /health': () => {
      if (state.isDraining) throw appError('draining');
      return { status: 'ok' as const };
    },
    'GET /config/client': () => ({
      max_group_members: config.MAX_GROUP_MEMBERS,
      features: { video_search: features.video.canSearch },
    }),
  });
  registerRoutes(http, accountsRoutes, features.accounts.handlers);
  registerRoutes(http, mediaRoutes, features.media.handlers);
  registerRoutes(http, videoRoutes, features.video.handlers);
  registerRoutes(http, roomsRoutes, features.rooms.handlers);
  registerRoutes(http, moderationRoutes, features.moderation.handlers);
  addMetricsRoute(http, metrics);
  await addWebApp(http, options.webFolder);

  await jobs.start();
  state.url = await http.listen({ port: config.PORT, host: config.HOST });
  const admin = options.database
    ? undefined
    : await startAdminSocket({ dataDir: config.DATA_DIR, commands: createAdminCommands(database), logger });
  return {
    url: state.url,
    database,
    jobs,
    async stop() {
      state.isDraining = true;
      await admin?.stop();
      await realtime.close({ reason: 'draining' });
      await http.close();
      await jobs.stop();
      await features.close();
      await platform.close();
    },
  };
}
