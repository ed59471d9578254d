import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { JSON_BODY_BYTES } from '@adda/contract/platform';
import { appError } from '../errors.ts';
import type { Logger } from '../logging/logger.ts';
import { answerError, answerUnroutable } from './error-answers.ts';
import { addGuard, type Guard } from './guard.ts';
import {
  addBodyTimeout,
  addPipelineLimit,
  respondToInvalidHttp,
  HEADERS_MS,
  CHECK_INTERVAL_MS,
  REQUEST_MS,
} from './client-limits.ts';
import { sweepUploads } from './uploads.ts';

type HttpOptions = Guard & {
  readonly logger: Logger;
  /** Number of reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: number;
  /** Header in which a trusted proxy names the country of a client, in lower case. */
  readonly countryHeader?: string | undefined;
  /** Whether the public URL is https. */
  readonly https: boolean;
  /** Folder for uploads during their requests. Without it no route may accept uploads. */
  readonly uploadFolder?: string;
  /** External sources besides the video player; none by default. */
  readonly foreignSources?: ForeignSources;
};

/** External origins that pages may load from, by kind of resource. */
export type ForeignSources = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
  readonly images: readonly string[];
  /** Whether one of them opens a popup that communicates with the page. */
  readonly hasPopups: boolean;
};

const NO_SOURCES: ForeignSources = {
  scripts: [],
  styles: [],
  frames: [],
  connections: [],
  images: [],
  hasPopups: false,
};

// The contract uses the small build of zod, which has no default messages.
z.config(z.locales.en());

/** The content security policy: only listed external sources, no inline scripts or styles. */
const contentSecurityPolicy = ({ scripts, styles, frames, connections, images }: ForeignSources) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    ...(scripts.length > 0 && { 'script-src': ["'self'", ...scripts] }),
    ...(styles.length > 0 && { 'style-src': ["'self'", ...styles] }),
    ...(connections.length > 0 && { 'connect-src': ["'self'", ...connections] }),
    'img-src': ["'self'", 'data:', 'blob:', ...images],
    // A chosen video is previewed before the upload.
    'media-src': ["'self'", 'blob:'],
    // The sandbox checkout and the video player. Nothing loads from there before the user presses Play.
    'frame-src': ["'self'", 'https://www.youtube-nocookie.com', ...frames],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  },
});

/**
 * Keeps what the API answers, and every error, out of the stores of browsers and proxies (ID-08). Routes that serve files say
 * themselves how long these may be kept; an error that such a route ends with may not be.
 */
function addNoStore(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isOfApi = request.routeOptions.config.access !== undefined;
    if (reply.statusCode >= 400 || (isOfApi && !reply.hasHeader('cache-control')))
      void reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

const SWEEP_EVERY_MS = 3_600_000;

/** NUL, literal or escaped. PostgreSQL can't store it and no text needs it, so it is refused early. */
const NUL_IN_JSON = /\0|(?<!\\)(?:\\\\)*\\u0000/;
const NUL_IN_URL = '%00';

/** An empty body that was announced as JSON counts as no body. */
function addLenientJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (NUL_IN_JSON.test(body.toString())) return done(appError('malformed_request'));
    // The default parser reports only through `done`, despite the return type.
    void parse(request, body.toString(), done);
  });
}

/** Sets the folder of uploads and removes files of killed processes from it, now and every hour. */
async function addUploadFolder(app: FastifyInstance, folder: string | undefined): Promise<void> {
  app.decorate('uploadFolder', folder);
  const underWay = new Set<Promise<void>>();
  app.decorate('uploadsUnderWay', underWay);
  // Files of interrupted uploads are removed before the process ends.
  app.addHook('onClose', async () => void (await Promise.all(underWay)));
  if (folder === undefined) return;
  await sweepUploads(folder);
  const timer = setInterval(() => {
    sweepUploads(folder).catch((error: unknown) => app.log.warn({ err: error }, 'uploads were not swept'));
  }, SWEEP_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/**
 * Creates the HTTP server with validation, error handling, request ids, security headers and the guard. Routes are
 * added later.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  // At the default level Fastify would only repeat the listening address, which main.ts prints.
  const level = options.logger.level === 'info' ? 'warn' : options.logger.level;
  const loggerInstance: FastifyBaseLogger = options.logger.child({}, { level });
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: respondToInvalidHttp,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
    trustProxy: (_address, hop) => hop < options.trustProxy,
    bodyLimit: JSON_BODY_BYTES,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  });
  addPipelineLimit(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  addLenientJson(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // 503 is transient (database unavailable, draining, disk full); the cause is logged once elsewhere.
    const level = reply.statusCode >= 500 && reply.statusCode !== 503 ? 'error' : 'debug';
    request.log[level](
      {
        method: request.method,
        // The route pattern: a path may contain a username, and users may request deletion of their data (SV-104).
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: reply.elapsedTime,
      },
      'answered',
    );
  });
  const sources = options.foreignSources ?? NO_SOURCES;
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(sources),
    crossOriginOpenerPolicy: { policy: sources.hasPopups ? 'same-origin-allow-popups' : 'same-origin' },
    strictTransportSecurity: options.https && { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  // After the security headers, which refusals need too.
  app.addHook('onRequest', async (request) => {
    if (request.url.includes(NUL_IN_URL)) throw appError('malformed_request');
  });
  addNoStore(app);
  app.decorate('isHttps', options.https);
  app.decorate('isOwnOrigin', options.isOwnOrigin);
  app.decorate('countryHeader', options.countryHeader);
  addBodyTimeout(app);
  addConnectionClosing(app);
  addGuard(app, options);
  await addUploadFolder(app, options.uploadFolder);
  return app;
}

/** A client that takes longer to finish is disconnected. */
const TIMEOUT_MS = 5000;

const IDLE_CHECK_MS = 100;

/**
 * Lets the server close while clients still read. Without this a response that ends after closing began leaves its
 * connection open, and a stalled one never ends.
 */
export function addConnectionClosing(app: FastifyInstance, timeoutMs = TIMEOUT_MS): void {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
    const end = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(end);
    });
  });
}
