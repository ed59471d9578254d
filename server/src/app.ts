/** Where everything is wired, by hand, in the order of dependence; `app-social.ts` is a part of it. */
import { join } from 'node:path';
import { platformRoutes } from '@adda/contract/platform';
import { createAdminCommands } from './admin-commands.ts';
import { openGround, type Ground, type StartOptions } from './app-ground.ts';
import { clientSettings } from './app-client-settings.ts';
import { createMoney, createMoneyGround } from './app-money.ts';
import { registerFeatures } from './app-routes.ts';
import { createSocial } from './app-social.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createDirect, shellRoom, type Direct } from './features/direct/index.ts';
import { createDirectory } from './features/directory/index.ts';
import { createMedia } from './features/media/index.ts';
import { createMessages, members } from './features/messages/index.ts';
import { createModeration } from './features/moderation/index.ts';
import { checkoutSourcesOf } from './features/payments/index.ts';
import { createPresence } from './features/presence/index.ts';
import { createRelations, noticesOf, type Relations } from './features/relations/index.ts';
import { createRooms } from './features/rooms/index.ts';
import { createVideo } from './features/video/index.ts';
import { startAdminSocket } from './platform/admin-socket/index.ts';
import type { Database } from './platform/database/index.ts';
import { appError } from './platform/errors.ts';
import { addDocuments } from './platform/http/documents.ts';
import { addMetricsRoute, createMetrics } from './platform/http/metrics.ts';
import { registerRoutes } from './platform/http/register-routes.ts';
import { createHttpServer } from './platform/http/server.ts';
import { addWebApp } from './platform/http/web-app.ts';
import type { Jobs } from './platform/jobs/index.ts';
import { createRateLimiter } from './platform/limits/rate-limiter.ts';
import { createMailer } from './platform/mail/index.ts';
import { createRealtime, type Realtime } from './platform/realtime/index.ts';
import { tokenSecret } from './platform/secrets/token-secret.ts';

export type { StartOptions } from './app-ground.ts';

/** The running program. */
export type App = {
  readonly url: string;
  readonly database: Database;
  readonly jobs: Jobs;
  /** Drains: health answers 503, clients are sent away, jobs finish or return, everything closes. */
  stop(): Promise<void>;
};

/** What a block does before anybody else acts on it, and what both people's shells are told. */
function applyBlocks(relations: Relations, direct: Direct): void {
  // First of all hooks: everything that the two share is locked in one statement, in the writer's order.
  relations.onBlockChanging((tx, { blockerId, blockedId, areBlocked }) =>
    areBlocked ? members.lockShared(tx, blockerId, blockedId) : undefined,
  );
  relations.onBlockChanged((change) => {
    for (const { userId, notice } of noticesOf(change))
      direct.server.publish(shellRoom(userId), 'blocked_notification', notice);
  });
}

/** What shows pictures: those that people bring, and those of videos elsewhere. */
function createPictures(platform: Ground, secret: string) {
  const { config, logger, database, jobs, outbound, store } = platform;
  const cacheFolder = join(config.DATA_DIR, 'cache');
  // Swept of what a killed process leaves in it.
  const workFolder = join(config.DATA_DIR, 'uploads');
  const media = createMedia({ database, jobs, store, outbound, secret, logger, cacheFolder, workFolder });
  media.startJobs();
  const video = createVideo({
    apiKey: config.YOUTUBE_API_KEY,
    baseUrl: config.YOUTUBE_BASE_URL,
    logger,
    remoteLink: media.remoteLink,
  });
  return { media, video };
}

/** Wires the features in the order of dependence. */
function createFeatures(platform: Ground, realtime: Realtime) {
  const { config, logger, database, jobs, publicUrl } = platform;
  const limiter = createRateLimiter(platform.redis);
  const requestLimiter = config.RATE_LIMITS ? limiter : undefined;
  const secret = tokenSecret(config.JWT_SECRET, config.DATA_DIR);
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, dataDir: config.DATA_DIR });
  const relations = createRelations({ database, logger });
  const accounts = createAccounts({
    database,
    jobs,
    limiter,
    publicUrl,
    mailer,
    jwtSecret: secret,
    listFollowing: relations.listFollowing,
  });
  accounts.startJobs();
  // Before private chats, which tell those who talked with the person: a block hides nobody from them any more.
  accounts.onDeleting(relations.forgetPerson);
  const presence = createPresence({ database, logger });
  accounts.onAvailabilityChanged(({ userId }) => presence.availabilityChanged(userId));
  const directory = createDirectory({ database, jobs });
  directory.startJobs();
  const { media, video } = createPictures(platform, secret);
  const messages = createMessages({ database, logger });
  const direct = createDirect({
    database,
    logger,
    realtime,
    accounts,
    relations,
    presence,
    messages,
    media,
    limiter: requestLimiter,
    heartbeatMissedMs: platform.heartbeatMissedMs,
  });
  applyBlocks(relations, direct);
  const rooms = createRooms({
    database,
    logger,
    accounts,
    relations,
    messages,
    presence,
    media,
    realtime,
    shell: direct.server,
    whispers: direct.whispers,
    limiter: requestLimiter,
    maxGroupMembers: config.MAX_GROUP_MEMBERS,
  });
  const money = createMoneyGround({ platform, accounts, direct, secret });
  const social = createSocial({ platform, accounts, relations, media, direct, requestLimiter, ...money });
  const rest = createMoney({ platform, accounts, media, rooms, ...money });
  const moderation = createModeration({ database, rooms, direct });
  return {
    accounts,
    relations,
    directory,
    direct,
    media,
    video,
    rooms,
    ...social,
    ...money,
    ...rest,
    moderation,
    requestLimiter,
    async close() {
      rooms.close();
      await social.feed.close();
      await social.ads.close();
      await direct.close();
      await messages.close();
      await presence.close();
      await media.close();
      mailer.close();
    },
  };
}

/** Starts the program and answers once requests can be served. Throws `FolderInUseError` when the folder is taken. */
export async function startApp(options: StartOptions): Promise<App> {
  const { config, logger } = options;
  const state = { isDraining: false, url: config.publicUrl };
  const publicUrl = () => (config.PUBLIC_URL ? config.publicUrl : state.url);
  const platform = await openGround(options, { publicUrl, localUrl: () => state.url });
  const { database, jobs } = platform;
  const metrics = createMetrics();
  const http = await createHttpServer({
    logger,
    apiKey: config.API_KEY,
    trustProxy: config.TRUST_PROXY,
    https: publicUrl().startsWith('https:'),
    uploadFolder: join(config.DATA_DIR, 'uploads'),
    foreignSources: checkoutSourcesOf(config),
    async authenticate(token) {
      const actor = await features.accounts.authenticate(token);
      await features.rewards.visited(actor);
      return actor;
    },
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
    'GET /config/client': () =>
      clientSettings(config, {
        canSearchVideos: features.video.canSearch,
        offers: features.payments.offers(),
      }),
  });
  registerFeatures(http, features);
  addMetricsRoute(http, metrics);
  await addWebApp(http, options.webFolder, features.pageHeadOf);

  await jobs.start();
  state.url = await http.listen({ port: config.PORT, host: config.HOST });
  const admin = options.database
    ? undefined
    : await startAdminSocket({
        dataDir: config.DATA_DIR,
        commands: createAdminCommands(database, features.media),
        logger,
      });
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
