/** Where everything is wired, by hand, in the order of dependence; the other `app-*.ts` are parts of it. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { platformRoutes } from '@adda/contract/platform';
import { createAdminCommands } from './admin-commands.ts';
import { openGround, type Ground, type StartOptions } from './app-ground.ts';
import { createChats } from './app-chats.ts';
import { clientSettings } from './app-client-settings.ts';
import { endInOrder } from './app-draining.ts';
import { addAppMetrics } from './app-metrics.ts';
import { createOperatorParts } from './app-operators.ts';
import { createMoney, createMoneyGround } from './app-money.ts';
import { createPeople } from './app-people.ts';
import { createPictures, createSafetyPart } from './app-pictures.ts';
import { registerFeatures } from './app-routes.ts';
import { createSocial } from './app-social.ts';
import { checkoutSourcesOf } from './features/payments/index.ts';
import { startAdminSocket } from './platform/admin-socket/index.ts';
import type { Database } from './platform/database/index.ts';
import { appError } from './platform/errors.ts';
import { addDocuments } from './platform/http/documents.ts';
import { registerRoutes } from './platform/http/register-routes.ts';
import { createHttpServer } from './platform/http/server.ts';
import { addWebApp } from './platform/http/web-app.ts';
import type { Jobs } from './platform/jobs/index.ts';
import { createRateLimiter } from './platform/limits/rate-limiter.ts';
import { createMailer } from './platform/mail/index.ts';
import { addMetricsRoute, measuredMailer, observeHttp } from './platform/metrics/index.ts';
import { createRealtime, type Realtime } from './platform/realtime/index.ts';
import { tokenSecret } from './platform/secrets/token-secret.ts';

export type { StartOptions } from './app-ground.ts';

/** The running program. */
export type App = {
  readonly url: string;
  readonly database: Database;
  readonly jobs: Jobs;
  /**
   * Drains: health answers 503 at once; after DRAIN_SECONDS clients are sent away, requests and jobs finish or are given
   * up, everything closes. Takes 12 s at most unless a service hangs; throws what did not end in order, at the end.
   */
  stop(): Promise<void>;
};

/** Wires the features in the order of dependence. */
function createFeatures(platform: Ground, realtime: Realtime) {
  const { config } = platform;
  const limiter = createRateLimiter(platform.redis);
  const requestLimiter = config.RATE_LIMITS ? limiter : undefined;
  const secret = tokenSecret(config.JWT_SECRET, config.DATA_DIR);
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir } = config;
  const mailer = measuredMailer(
    createMailer({ smtpUrl, from, dataDir, logger: platform.logger }),
    platform.metrics,
  );
  const safety = createSafetyPart(platform, secret);
  const people = createPeople({ platform, limiter, mailer, secret, safety });
  const { accounts, relations, presence, directory } = people;
  const { media, video } = createPictures(platform, secret, safety);
  accounts.onDeleting(media.forgetUnused);
  const common = { platform, realtime, accounts, relations, media, safety };
  const { messages, direct, rooms } = createChats({ ...common, presence, requestLimiter });
  const money = createMoneyGround({ platform, accounts, direct, secret });
  const social = createSocial({ ...common, direct, requestLimiter, ...money });
  const rest = createMoney({ platform, accounts, media, rooms, ...money });
  const operators = createOperatorParts({ ...common, ...social, mailer, secret, rooms, direct });
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
    safety,
    ...operators,
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
      await safety.close();
    },
  };
}

/** The commands of an operator that the running server takes. */
const commandsOf = (
  { database, config, store }: Ground,
  { media, moderation }: ReturnType<typeof createFeatures>,
) =>
  createAdminCommands({
    database,
    config,
    openStore: async () => store,
    media,
    sanctions: moderation.commands,
  });

/** Starts the program and answers once requests can be served. Throws `FolderInUseError` when the folder is taken. */
export async function startApp(options: StartOptions): Promise<App> {
  const { config, logger } = options;
  const state = { isDraining: false, url: config.publicUrl };
  const publicUrl = () => (config.PUBLIC_URL ? config.publicUrl : state.url);
  const platform = await openGround(options, { publicUrl, localUrl: () => state.url });
  const { database, jobs } = platform;
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

  observeHttp(http, platform.metrics);
  const watching = addAppMetrics({ platform, realtime, isDraining: () => state.isDraining });
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
  addMetricsRoute(http, platform.metrics, { isBehindProxy: config.TRUST_PROXY > 0 });
  await addWebApp(http, options.webFolder, features.pageHeadOf);

  await features.safety.start();
  await features.privacy.applyDeletions();
  await jobs.start();
  state.url = await http.listen({ port: config.PORT, host: config.HOST });
  const admin = options.database
    ? undefined
    : await startAdminSocket({
        dataDir: config.DATA_DIR,
        commands: commandsOf(platform, features),
        logger,
      });
  return {
    url: state.url,
    database,
    jobs,
    async stop() {
      state.isDraining = true;
      // Balancers notice, and send nobody here any more who would be refused.
      await delay(config.DRAIN_SECONDS * 1000);
      // They may take as long as clients, requests and uploads do, so they end meanwhile.
      const jobsEnded = jobs.stop();
      jobsEnded.catch(() => undefined);
      const endings = [
        { name: 'operator commands', end: () => admin?.stop() },
        { name: 'sockets', end: () => realtime.close({ reason: 'draining' }) },
        { name: 'requests', end: () => http.close() },
        { name: 'jobs', end: () => jobsEnded },
        { name: 'features', end: () => features.close() },
        { name: 'other nodes', end: () => realtime.leave() },
        { name: 'database', end: () => platform.close() },
        { name: 'metrics', end: () => watching.stop() },
      ];
      await endInOrder(endings, logger);
    },
  };
}
