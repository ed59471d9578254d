import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { JSON_BODY_BYTES } from '@adda/contract/platform';
import { appError } from '../errors.ts';
import type { Logger } from '../logging/logger.ts';
import { answerError, answerUnroutable } from './error-answers.ts';
import { addConnectionClosing } from './close-connections.ts';
import { addGuard, type Guard } from './register-routes.ts';
import {
  addBodyPatience,
  addPipelineLimit,
  answerNoHttp,
  HEADERS_MS,
  LOOK_EVERY_MS,
  REQUEST_MS,
} from './rough-clients.ts';
import { sweepUploads } from './uploads.ts';

export type HttpOptions = Guard & {
  readonly logger: Logger;
  /** Number of reverse proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: number;
  /** Whether people open the server by https. */
  readonly https: boolean;
  /** Where uploads are while their calls last; without it no route may take any. */
  readonly uploadFolder?: string;
  /** What pages load from elsewhere besides the video player; nothing unless told. */
  readonly foreignSources?: ForeignSources;
};

/** Origins that pages may load from, by what is loaded. */
export type ForeignSources = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
  readonly images: readonly string[];
  /** Whether one of them opens a window of its own that talks to ours. */
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

// The contract uses the small build of zod, which has no default texts of its own.
z.config(z.locales.en());

/** What pages may load: nothing from elsewhere but what is named, no inline script or style. */
const contentSecurityPolicy = ({ scripts, styles, frames, connections, images }: ForeignSources) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    ...(scripts.length > 0 && { 'script-src': ["'self'", ...scripts] }),
    ...(styles.length > 0 && { 'style-src': ["'self'", ...styles] }),
    ...(connections.length > 0 && { 'connect-src': ["'self'", ...connections] }),
    'img-src': ["'self'", 'data:', 'blob:', ...images],
    // A chosen video is shown before it is sent.
    'media-src': ["'self'", 'blob:'],
    // Pages of ours that stand in for others', and the video player; nothing is loaded from there before somebody
    // presses Play.
    'frame-src': ["'self'", 'https://www.youtube-nocookie.com', ...frames],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  },
});

const SWEEP_EVERY_MS = 3_600_000;

/** NUL, written out or escaped. No text of ours holds it and PostgreSQL can't store it, so it is refused at the door. */
const NUL_IN_JSON = /\0|(?<!\\)(?:\\\\)*\\u0000/;
const NUL_IN_URL = '%00';

/** A body that was announced as JSON but is empty counts as no body. */
function addLenientJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (NUL_IN_JSON.test(body.toString())) return done(appError('malformed_request'));
    // The default parser answers through `done` alone, whatever its type says.
    void parse(request, body.toString(), done);
  });
}

/** Names the folder of uploads and empties it of what killed processes left, now and from time to time. */
async function addUploadFolder(app: FastifyInstance, folder: string | undefined): Promise<void> {
  app.decorate('uploadFolder', folder);
  const underWay = new Set<Promise<void>>();
  app.decorate('uploadsUnderWay', underWay);
  // What was cut off is removed before the process ends.
  app.addHook('onClose', async () => void (await Promise.all(underWay)));
  if (folder === undefined) return;
  await sweepUploads(folder);
  const timer = setInterval(() => {
    sweepUploads(folder).catch((error: unknown) => app.log.warn({ err: error }, 'uploads were not swept'));
  }, SWEEP_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Makes the HTTP server: validation, errors, request ids, security headers and the guard; routes come after. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  // At the usual level Fastify itself would only repeat where it listens, which main.ts says in one plain line.
  const level = options.logger.level === 'info' ? 'warn' : options.logger.level;
  const loggerInstance: FastifyBaseLogger = options.logger.child({}, { level });
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerNoHttp,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: LOOK_EVERY_MS },
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
    // 503 tells what passes: the database away, draining, no room; each says so itself, once.
    const level = reply.statusCode >= 500 && reply.statusCode !== 503 ? 'error' : 'debug';
    request.log[level](
      {
        method: request.method,
        // The pattern: an address may name people, who may ask to be forgotten (SV-104).
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
  // After the headers of security: a refusal bears them too.
  app.addHook('onRequest', async (request) => {
    if (request.url.includes(NUL_IN_URL)) throw appError('malformed_request');
  });
  app.decorate('isHttps', options.https);
  addBodyPatience(app);
  addConnectionClosing(app);
  addGuard(app, options);
  await addUploadFolder(app, options.uploadFolder);
  return app;
}
