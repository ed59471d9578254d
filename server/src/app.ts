/** Creates and connects all parts of the program, in order of dependency, together with the other `app-*.ts` files. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdminCommands } from './admin-commands.ts';
import type { Accounts } from './features/accounts/index.ts';
import { openAppContext, type AppContext, type StartOptions } from './app-context.ts';
import { createChats } from './app-chats.ts';
import { runShutdownSteps } from './app-draining.ts';
import { socketServerOf } from './app-duties.ts';
import { addAppMetrics } from './app-metrics.ts';
import { createOperatorFeatures } from './app-operators.ts';
import { createMoney, createWalletAndPayments } from './app-money.ts';
import { createPeople } from './app-people.ts';
import { createWebPush } from './app-push.ts';
import { createPictures, createSafetyFeature } from './app-pictures.ts';
import { addRoutes } from './app-routes.ts';
import { createSealRenewals } from './app-seals.ts';
import { createSocial } from './app-social.ts';
import { budgetsOf } from './config.ts';
import { checkoutSourcesOf } from './features/payments/index.ts';
import type { Push } from './features/push/index.ts';
import { createInbox } from './features/inbox/index.ts';
import { createSearch } from './features/search/index.ts';
import { startAdminSocket } from './platform/admin-socket/index.ts';
import type { Database } from './platform/database/index.ts';
import { createOwnOriginCheck } from './platform/http/own-origin.ts';
import { createHttpServer } from './platform/http/server.ts';
import { socketTokenOf } from './platform/http/session-cookie.ts';
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

export type { StartOptions } from './app-context.ts';

/** The running program. */
export type App = {
  /** Where it listens. */
  readonly url: string;
  /** The address that people open, without a trailing slash. */
  readonly publicUrl: string;
  /** URL of the listener on `METRICS_PORT`; undefined without one. */
  readonly metricsUrl: string | undefined;
  readonly database: Database;
  readonly jobs: Jobs;
  /** Web push: the browsers of users, and the way to them. */
  readonly push: Pick<Push, 'sender' | 'subscriptions'>;
  /**
   * Drains the program: health returns 503 immediately; after DRAIN_SECONDS the sockets are closed, requests and jobs
   * finish or are abandoned, and everything closes. Takes at most 12 s unless a service hangs. Throws an
   * `AggregateError` with the failures of all steps at the end.
   */
  stop(): Promise<void>;
};

/** Listen backlog. Node's default of 511 overflows when many clients connect at the same moment. */
const LISTEN_BACKLOG = 4096;

/** Wires the features in order of dependency. */
function createFeatures(platform: AppContext, realtime: Realtime) {
  const { config, database, logger, secret } = platform;
  const limiter = createRateLimiter(platform.redis);
  const requestLimiter = config.RATE_LIMITS ? limiter : undefined;
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir } = config;
  const mailer = measuredMailer(createMailer({ smtpUrl, from, dataDir, logger }), platform.metrics);
  const safety = createSafetyFeature(platform, secret.current);
  const people = createPeople({ platform, limiter, mailer, secret, safety });
  const { accounts, relations, presence, directory } = people;
  const { media, video } = createPictures(platform, secret, { accounts, safety });
  accounts.onDeleting('unused images', media.removeUnusedOf);
  const common = { platform, realtime, accounts, relations, media, safety };
  const { messages, live, activity, direct, rooms } = createChats({ ...common, presence, requestLimiter });
  const money = createWalletAndPayments({ platform, accounts, live, activity, secret });
  const social = createSocial({ ...common, live, activity, rooms, requestLimiter, ...money });
  const rest = createMoney({ platform, accounts, media, rooms, activity, ...money });
  const inbox = createInbox({ ...common, database, logger, live, messages, rooms, direct });
  const push = createWebPush(platform, secret.current, { activity, rooms });
  const search = createSearch({ messages, directory, rooms, direct, media, feed: social.feed });
  const operators = createOperatorFeatures({
    ...common,
    ...social,
    rooms,
    mailer,
    secret,
    live,
    activity,
    messages,
  });
  operators.notifications.onAnnounced(push.announce);
  assertDeletionsComplete(accounts);
  const renewals = createSealRenewals({
    renewals: [...accounts.sealRenewals, ...money.wallet.sealRenewals],
    hasFormer: secret.opening.length > 0,
    logger,
  });
  return {
    accounts,
    relations,
    directory,
    messages,
    direct,
    media,
    video,
    rooms,
    inbox,
    activity,
    push,
    search,
    ...social,
    ...money,
    ...rest,
    safety,
    ...operators,
    requestLimiter,
    /** Call before the first request. */
    async start() {
      await safety.start();
      await operators.privacy.applyDeletions();
      if (platform.duties.worksOffJobs) renewals.start();
    },
    async close() {
      await renewals.stop();
      await push.close();
      rooms.close();
      await social.feed.close();
      await social.ads.close();
      live.close();
      await inbox.close();
      await activity.close();
      await direct.close();
      await messages.close();
      await presence.close();
      await media.close();
      mailer.close();
      await safety.close();
    },
  };
}

/** Throws if a feature has not registered its deletion step: accounts would be deleted incompletely. */
function assertDeletionsComplete({ missingDeletionSteps }: Accounts): void {
  const missing = missingDeletionSteps();
  if (missing.length > 0) throw new Error(`No feature handles the deletion steps ${missing.join(', ')}.`);
}

/** Opens the socket server of this node, with its limits per account and per address. */
const openRealtime = (
  http: Awaited<ReturnType<typeof createHttpServer>>,
  { config, duties, logger, redis, securityLog }: AppContext,
): Realtime =>
  createRealtime({
    httpServer: socketServerOf(duties, http),
    tokenOfCookie: (headers) => socketTokenOf(headers, http),
    logger,
    securityLog,
    publicOrigins: [config.publicUrl],
    redis,
    trustProxy: config.TRUST_PROXY,
    networkOf,
    caps: config.RATE_LIMITS
      ? { perAccount: config.SOCKETS_PER_ACCOUNT, perAddress: config.SOCKETS_PER_ADDRESS }
      : undefined,
  });

/** The operator commands that the running server accepts. */
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

/**
 * Serves the metrics: on a port of their own when `METRICS_PORT` is set, whose server is returned; otherwise on the main
 * port.
 */
async function serveMetrics(
  http: Awaited<ReturnType<typeof createHttpServer>>,
  { config, metrics }: Pick<AppContext, 'config' | 'metrics'>,
) {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = config;
  if (port !== undefined) return startMetricsServer(metrics, { host, port, token });
  addMetricsRoute(http, metrics, { token });
  return { url: undefined, close: async () => undefined };
}

/** What the HTTP server has to know about the site that it serves. */
const siteOf = ({ PUBLIC_URL, TRUSTED_COUNTRY_HEADER }: AppContext['config'], publicUrl: () => string) => ({
  countryHeader: TRUSTED_COUNTRY_HEADER,
  https: publicUrl().startsWith('https:'),
  // Without a setting people open the address that they know, such as that of a home network.
  isOwnOrigin: createOwnOriginCheck({ publicUrl, acceptsRequestedHost: !PUBLIC_URL }),
});

/**
 * Starts the program. Resolves once requests can be served. Throws `FolderInUseError` when another process uses the
 * data folder.
 */
export async function startApp(options: StartOptions): Promise<App> {
  const { config, logger } = options;
  const state = { isDraining: false, url: config.publicUrl };
  // The port is known only after the start.
  const publicUrl = () =>
    config.PUBLIC_URL ? config.publicUrl : `http://localhost:${new URL(state.url).port}`;
  // A process that serves no people asks the address that people open for what it does not serve itself.
  const localUrl = () => (config.ROLE === 'jobs' ? publicUrl() : state.url);
  const platform = await openAppContext(options, { publicUrl, localUrl });
  const { database, duties, jobs } = platform;
  const callLimiter = config.RATE_LIMITS ? createRateLimiter(platform.redis, { remembers: true }) : undefined;
  const http = await createHttpServer({
    logger,
    ...siteOf(config, publicUrl),
    apiKey: config.API_KEY,
    trustProxy: config.TRUST_PROXY,
    uploadFolder: join(config.DATA_DIR, 'uploads'),
    foreignSources: checkoutSourcesOf(config),
    async authenticate(token, onVerified) {
      const actor = await features.accounts.authenticate(token, onVerified);
      await features.rewards.visited(actor);
      return actor;
    },
    adminsNeedSecondFactor: config.adminsNeedSecondFactor,
    limiter: () => callLimiter,
    budgets: budgetsOf(config),
    securityLog: platform.securityLog,
    assertWritable: () => database.assertWritable(),
    noteWrite: database.replicas.noteWrite,
  });
  const realtime = openRealtime(http, platform);
  const features = createFeatures(platform, realtime);

  observeHttp(http, platform.metrics);
  const load = watchLoad(database);
  const appMetrics = addAppMetrics({ platform, realtime, load, isDraining: () => state.isDraining });
  const metricsServer = await serveMetrics(http, platform);
  await addRoutes(http, {
    duties,
    config,
    publicUrl,
    features,
    webFolder: options.webFolder,
    isDraining: () => state.isDraining,
    isOverloaded: load.isOverloaded,
  });

  await features.start();
  await (duties.worksOffJobs ? jobs.start() : jobs.open());
  state.url = await http.listen({ port: config.PORT, host: config.HOST, backlog: LISTEN_BACKLOG });
  const admin = options.database
    ? undefined
    : await startAdminSocket({
        dataDir: config.DATA_DIR,
        commands: commandsOf(platform, features),
        logger,
      });
  return {
    url: state.url,
    publicUrl: publicUrl(),
    metricsUrl: metricsServer.url,
    database,
    jobs,
    push: features.push,
    async stop() {
      state.isDraining = true;
      // Load balancers notice the 503 and stop sending requests, which would be refused.
      await delay(config.DRAIN_SECONDS * 1000);
      // Jobs end in parallel: they may take as long as clients, requests and uploads together.
      const jobsEnded = jobs.stop();
      jobsEnded.catch(() => undefined);
      const steps = [
        { name: 'operator commands', end: () => admin?.stop() },
        { name: 'sockets', end: () => realtime.close({ reason: 'draining' }) },
        { name: 'requests', end: () => http.close() },
        { name: 'jobs', end: () => jobsEnded },
        { name: 'features', end: () => features.close() },
        { name: 'other nodes', end: () => realtime.leave() },
        { name: 'database', end: () => platform.close() },
        { name: 'load watch', end: () => load.stop() },
        { name: 'metrics', end: () => metricsServer.close().then(appMetrics.stop) },
      ];
      await runShutdownSteps(steps, logger);
    },
  };
}
