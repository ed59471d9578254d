/** Where everything is wired, by hand, in the order of dependence; the other `app-*.ts` are parts of it. */
import type { Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { platformRoutes } from '@adda/contract/platform';
import { createAdminCommands } from './admin-commands.ts';
import { openAppContext, type AppContext, type StartOptions } from './app-context.ts';
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
import { budgetsOf } from './config.ts';
import { checkoutSourcesOf } from './features/payments/index.ts';
import { startAdminSocket } from './platform/admin-socket/index.ts';
import type { Database } from './platform/database/index.ts';
import { appError } from './platform/errors.ts';
import { addDocuments } from './platform/http/documents.ts';
import { registerRoutes } from './platform/http/register-routes.ts';
import { addSecurityText } from './platform/http/security-text.ts';
import { createHttpServer } from './platform/http/server.ts';
import { addWebApp } from './platform/http/web-app.ts';
import type { Jobs } from './platform/jobs/index.ts';
import { networkOf } from './platform/limits/network-of.ts';
import { createRateLimiter } from './platform/limits/rate-limiter.ts';
import { createMailer } from './platform/mail/index.ts';
import {
  addMetricsRoute,
  measuredMailer,
  observeHttp,
  startMetricsServer,
  watchLoad,
} from './platform/metrics/index.ts';
import { createRealtime, type Realtime } from './platform/realtime/index.ts';
import { tokenSecret } from './platform/secrets/token-secret.ts';

export type { StartOptions } from './app-context.ts';

/** The running program. */
export type App = {
  readonly url: string;
  /** The listener of `METRICS_PORT`, where there is one. */
  readonly metricsUrl: string | undefined;
  readonly database: Database;
  readonly jobs: Jobs;
  /**
   * Drains: health answers 503 at once; after DRAIN_SECONDS clients are sent away, requests and jobs finish or are given
   * up, everything closes. Takes 12 s at most unless a service hangs; throws what did not end in order, at the end.
   */
  stop(): Promise<void>;
};

/** Connections that the system may hold until they are taken: Node's 511 are full in a moment when many knock at once. */
const WAITING_CONNECTIONS = 4096;

/** Wires the features in the order of dependence. */
function createFeatures(platform: AppContext, realtime: Realtime) {
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
  const { media, video } = createPictures(platform, secret, { accounts, safety });
  accounts.onDeleting(media.forgetUnused);
  const common = { platform, realtime, accounts, relations, media, safety };
  const { messages, live, direct, rooms } = createChats({ ...common, presence, requestLimiter });
  const money = createMoneyGround({ platform, accounts, live, secret });
  const social = createSocial({ ...common, live, requestLimiter, ...money });
  const rest = createMoney({ platform, accounts, media, rooms, ...money });
  const operators = createOperatorParts({ ...common, ...social, mailer, secret, live, rooms, direct });
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
      live.close();
      await direct.close();
      await messages.close();
      await presence.close();
      await media.close();
      mailer.close();
      await safety.close();
    },
  };
}

/** The sockets of this node, with what one account and one address may have of them. */
const openRealtime = (httpServer: HttpServer, { config, logger, redis }: AppContext): Realtime =>
  createRealtime({
    httpServer,
    logger,
    publicOrigins: [config.publicUrl],
    redis,
    trustProxy: config.TRUST_PROXY,
    networkOf,
    caps: config.RATE_LIMITS
      ? { perAccount: config.SOCKETS_PER_ACCOUNT, perAddress: config.SOCKETS_PER_ADDRESS }
      : undefined,
  });

/** The commands of an operator that the running server takes. */
const commandsOf = (
  { database, config, store }: AppContext,
  { media, moderation }: ReturnType<typeof createFeatures>,
) =>
  createAdminCommands({
    database,
    config,
    openStore: async () => store,
    media,
    sanctions: moderation.commands,
  });

/** Serves whom to tell of weaknesses, and the figures: on a port of their own, which is answered, or beside the rest. */
async function serveOperators(
  http: Awaited<ReturnType<typeof createHttpServer>>,
  { config, metrics, publicUrl }: Pick<AppContext, 'config' | 'metrics' | 'publicUrl'>,
) {
  addSecurityText(http, { contact: config.SECURITY_CONTACT, publicUrl });
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = config;
  if (port !== undefined) return startMetricsServer(metrics, { host, port, token });
  addMetricsRoute(http, metrics, { token });
  return { url: undefined, close: async () => undefined };
}

/** Whether this node can serve, which balancers ask, and whether it answers at all, for what restarts it. */
const healthHandlers = (isDraining: () => boolean, isOverloaded: () => boolean) => ({
  'GET /health': () => {
    if (isDraining()) throw appError('draining');
    if (isOverloaded()) throw appError('overloaded');
    return { status: 'ok' as const };
  },
  'GET /health/live': () => ({ status: 'ok' as const }),
});

/** Starts the program and answers once requests can be served. Throws `FolderInUseError` when the folder is taken. */
export async function startApp(options: StartOptions): Promise<App> {
  const { config, logger } = options;
  const state = { isDraining: false, url: config.publicUrl };
  const publicUrl = () => (config.PUBLIC_URL ? config.publicUrl : state.url);
  const platform = await openAppContext(options, { publicUrl, localUrl: () => state.url });
  const { database, jobs } = platform;
  const callLimiter = config.RATE_LIMITS ? createRateLimiter(platform.redis, { remembers: true }) : undefined;
  const http = await createHttpServer({
    logger,
    apiKey: config.API_KEY,
    trustProxy: config.TRUST_PROXY,
    https: publicUrl().startsWith('https:'),
    uploadFolder: join(config.DATA_DIR, 'uploads'),
    foreignSources: checkoutSourcesOf(config),
    async authenticate(token, onVerified) {
      const actor = await features.accounts.authenticate(token, onVerified);
      await features.rewards.visited(actor);
      return actor;
    },
    limiter: () => callLimiter,
    budgets: budgetsOf(config),
    assertWritable: () => database.assertWritable(),
  });
  const realtime = openRealtime(http.server, platform);
  const features = createFeatures(platform, realtime);

  observeHttp(http, platform.metrics);
  const load = watchLoad(database);
  const watching = addAppMetrics({ platform, realtime, load, isDraining: () => state.isDraining });
  await addDocuments(http, config.publicUrl);
  registerRoutes(http, platformRoutes, {
    ...healthHandlers(() => state.isDraining, load.isOverloaded),
    'GET /config/client': () =>
      clientSettings(config, {
        canSearchVideos: features.video.canSearch,
        offers: features.payments.offers(),
      }),
  });
  registerFeatures(http, features);
  const figures = await serveOperators(http, platform);
  await addWebApp(http, options.webFolder, features.pageHeadOf);

  await features.safety.start();
  await features.privacy.applyDeletions();
  await jobs.start();
  state.url = await http.listen({ port: config.PORT, host: config.HOST, backlog: WAITING_CONNECTIONS });
  const admin = options.database
    ? undefined
    : await startAdminSocket({
        dataDir: config.DATA_DIR,
        commands: commandsOf(platform, features),
        logger,
      });
  return {
    url: state.url,
    metricsUrl: figures.url,
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
        { name: 'load watch', end: () => load.stop() },
        { name: 'metrics', end: () => figures.close().then(watching.stop) },
      ];
      await endInOrder(endings, logger);
    },
  };
}
