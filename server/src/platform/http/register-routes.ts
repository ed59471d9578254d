import type { Access, FileResponse, RateName, Route, RouteKey, RouteTable, UploadRule } from '@adda/contract';
import { file, fileInRanges } from '@adda/contract/kernel';
import { RAW_BODY_BYTES } from '@adda/contract/platform';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { appError } from '../errors.ts';
import { noteSecurityEvent } from '../logging/security-log.ts';
import { cookiesOf } from './cookies.ts';
import { bearerOf } from './guard.ts';
import type { Actor, Handlers, SessionCookie } from './handler.ts';
import type { OwnOriginCheck } from './own-origin.ts';
import { EVENT_OF_ROUTE } from './route-events.ts';
import { sendFile } from './send-file.ts';
import { isForm, receiveForm, type UploadedFile } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    rate?: RateName;
    guests?: string | undefined;
    needsRecentProof?: Route['needsRecentProof'];
    session?: Route['session'];
    errors?: readonly string[];
    /** The error code for invalid input, instead of 422. */
    invalid?: string | undefined;
    /** Whether the response is binary, for the API documents: the whole file, or also ranges. */
    bytes?: 'whole' | 'ranges' | undefined;
    /** The file of the form that the route accepts, for the API documents. */
    upload?: UploadRule;
  }
  interface FastifyRequest {
    actor: Actor | undefined;
    /** Set on routes of the contract. */
    sessionCookie: SessionCookie | undefined;
    /** When the guard admitted the request, from `performance.now()`. */
    admittedAt: number;
    /** Releases the caller's slot for the next request; undefined when none was acquired. */
    releaseSlot: (() => void) | undefined;
    uploaded: UploadedFile | undefined;
  }
  interface FastifyInstance {
    uploadFolder: string | undefined;
    /** Whether the public URL is https, regardless of the last hop. */
    isHttps: boolean;
    /** Whether a page of this site sent a request (ID-07). */
    isOwnOrigin: OwnOriginCheck;
    /** Header in which a trusted proxy names the country of a client. */
    countryHeader: string | undefined;
    /** Forms that are being received. Each promise settles once its file is stored or removed. */
    uploadsUnderWay: Set<Promise<void>>;
  }
}

/** Registers one handler for each route of a feature's table. */
export function registerRoutes<T extends RouteTable>(
  app: FastifyInstance,
  table: T,
  handlers: Handlers<T>,
): void {
  for (const key of Object.keys(table)) {
    // Object.keys widens the literal keys of a table that has no others.
    const routeKey = key as RouteKey & keyof T;
    const route = table[routeKey];
    if (!route) continue;
    const [method = 'GET', url = '/'] = key.split(' ');
    // The compiler can't relate one key's handler to that key's input; `Handlers<T>` guarantees it.
    const handler = handlers[routeKey] as (call: object) => unknown;
    const options: RouteOptions = {
      method,
      url,
      config: configOf(route),
      schema: schemaOf(route, url),
      async handler(request, reply) {
        const answer = await handler({
          ...callOf(request, reply),
          ...(route.upload && { file: request.uploaded }),
          ...(route.raw && { raw: { text: textOf(request.body), headers: request.headers } }),
        });
        const event = EVENT_OF_ROUTE.get(key);
        if (event) noteSecurityEvent(event);
        reply.code(route.status ?? 200);
        if (bytesOf(route)) return sendFile(request, reply, answer as FileResponse);
        return reply.send(route.session ? withSessionCookie(route.session, request, answer) : answer);
      },
    };
    if (route.upload) addUploadRoute(app, options, route.upload);
    else if (route.raw) addRawRoute(app, options);
    else app.route(options);
  }
}

/** Moves the token of the response into the cookie of a caller who keeps the session there, or removes that cookie (ID-07). */
function withSessionCookie(
  change: NonNullable<Route['session']>,
  request: FastifyRequest,
  answer: unknown,
): unknown {
  const sessionCookie = sessionCookieIn(request);
  if (change === 'ends') {
    if (sessionCookie.isUsed()) sessionCookie.remove();
    return answer;
  }
  if (!sessionCookie.isUsed() && !sessionCookie.isWanted()) return answer;
  const {
    access_token: token,
    token: _same,
    ...others
  } = answer as { access_token?: string; token?: string };
  // A proof of a caller with a bearer token starts no session.
  if (token === undefined) return answer;
  sessionCookie.set(token);
  return others;
}

/** Returns the schema of a response without its token. */
function withoutToken(output: z.ZodMiniType): z.ZodMiniType {
  if (!(output instanceof z.ZodMiniObject)) throw new Error('a token is in an object');
  const { access_token: _token, token: _same, ...others } = output.shape;
  return z.object(others);
}

function bytesOf({ output }: Route): 'whole' | 'ranges' | undefined {
  if (output === fileInRanges) return 'ranges';
  return output === file ? 'whole' : undefined;
}

const configOf = (route: Route) => ({
  access: route.access,
  rate: route.rate,
  guests: route.guests,
  needsRecentProof: route.needsRecentProof,
  session: route.session,
  invalid: route.invalid,
  errors: route.errors,
  bytes: bytesOf(route),
});

const outputOf = ({ session, output }: Route): z.ZodMiniType =>
  session === 'starts' ? z.union([output, withoutToken(output)]) : output;

function schemaOf(route: Route, url: string) {
  return {
    summary: route.summary,
    tags: [url.split('/')[1] ?? 'platform'],
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && { body: route.body }),
    response: {
      ...(!bytesOf(route) && { [route.status ?? 200]: outputOf(route) }),
      '4xx': errorBody,
      '5xx': errorBody,
    },
  };
}

function callOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    actor: request.actor,
    params: request.params,
    query: request.query,
    body: request.body,
    origin: {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      country: countryOf(request),
      bearer: bearerOf(request),
      sessionCookie: sessionCookieIn(request),
      cookies: cookiesOf(request, reply),
    },
  };
}

/** Returns what the guard has set on the request of a route. */
function sessionCookieIn({ sessionCookie }: FastifyRequest): SessionCookie {
  if (!sessionCookie) throw new Error('the guard did not run');
  return sessionCookie;
}

/** Proxies say 'XX' for an unknown country, and 'T1' for Tor. */
const NO_COUNTRY = 'XX';

function countryOf({ headers, server: { countryHeader } }: FastifyRequest): string | undefined {
  const named = countryHeader === undefined ? undefined : headers[countryHeader];
  const country = typeof named === 'string' ? named.toUpperCase() : '';
  return /^[A-Z]{2}$/.test(country) && country !== NO_COUNTRY ? country : undefined;
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : '');

/** In a separate scope without body parsers, regardless of the declared content type. */
function addRawRoute(app: FastifyInstance, options: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: RAW_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.route(options);
  });
}

/** In a separate scope, so that no other route accepts forms. The guard runs before any of the body is read. */
function addUploadRoute(app: FastifyInstance, options: RouteOptions, rule: UploadRule): void {
  const folder = app.uploadFolder;
  if (folder === undefined) throw new Error('uploads need a folder');
  void app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.route({
      ...options,
      config: { ...options.config, upload: rule },
      async onRequest(request) {
        if (!isForm(request)) throw appError('form_expected');
      },
      async preValidation(request, reply) {
        const form = await receiveForm(request, reply, { rule, folder });
        request.uploaded = form.file;
        request.body = form.fields;
      },
    });
  });
}

const fieldError = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
});
const errorBody = z.object({
  detail: z.union([z.string(), z.array(fieldError)]),
  code: z.string(),
  retry_after: z.optional(z.number()),
  challenge: z.optional(z.string()),
  methods: z.optional(z.array(z.string())),
  until: z.optional(z.string()),
  group_id: z.optional(z.string()),
});
