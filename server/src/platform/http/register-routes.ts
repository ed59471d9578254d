import type { Access, FileAnswer, RateName, Route, RouteKey, RouteTable, UploadRule } from '@adda/contract';
import { file, fileInRanges } from '@adda/contract/kernel';
import { RAW_BODY_BYTES, rateLimits } from '@adda/contract/platform';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { actFor, nameActor, type Actor as DatabaseActor } from '../database/index.ts';
import { appError, isErrorCode } from '../errors.ts';
import { CallTurns } from '../limits/call-turns.ts';
import { networkOf } from '../limits/network-of.ts';
import type { Budget, RateLimiter } from '../limits/rate-limiter.ts';
import { cookiesOf } from './cookies.ts';
import type { Actor, Handlers } from './handler.ts';
import { sendFile } from './send-file.ts';
import { isForm, receiveForm, type UploadedFile } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    rate?: RateName;
    guests?: string | undefined;
    needsRecentProof?: Route['needsRecentProof'];
    errors?: readonly string[];
    /** The code for what does not match, instead of 422. */
    invalid?: string | undefined;
    /** Whether bytes are answered, for the documents: as a whole, or in ranges as well. */
    bytes?: 'whole' | 'ranges' | undefined;
    /** The file of a form that the route takes, for the documents. */
    upload?: UploadRule;
  }
  interface FastifyRequest {
    actor: Actor | undefined;
    /** When the guard let the call in, by `performance.now()`. */
    admittedAt: number;
    /** Gives the caller's turn to their next call; undefined where none was taken. */
    endTurn: (() => void) | undefined;
    uploaded: UploadedFile | undefined;
  }
  interface FastifyInstance {
    uploadFolder: string | undefined;
    /** Whether people open this server by https, whatever the last hop to it is. */
    isHttps: boolean;
    /** Forms that are being received; each is over once its file is kept or gone. */
    uploadsUnderWay: Set<Promise<void>>;
  }
}

/** What the guard of every route needs; `authenticate` throws `invalid_token`, `token_expired` or `account_suspended`. */
export type Guard = {
  readonly apiKey: string;
  /** Calls `onVerified` with the name as soon as the token's signature is checked; what that throws refuses the call. */
  readonly authenticate: (token: string, onVerified?: (username: string) => Promise<void>) => Promise<Actor>;
  /** Answers undefined when limits are off. */
  readonly limiter: () => RateLimiter | undefined;
  /** How many calls of each kind are allowed (SV-103); those of the contract unless given. */
  readonly budgets?: Readonly<Record<RateName, Budget>>;
  /** Throws while nothing can be stored; asked before every call that is no GET. */
  readonly assertWritable: () => void;
};

/** The token of the Authorization header, if there is one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

type AccessRule = {
  readonly access: Access;
  readonly guests?: string | undefined;
  readonly needsRecentProof?: Route['needsRecentProof'];
};

async function admit(
  request: FastifyRequest,
  { access, guests, needsRecentProof }: AccessRule,
  guard: Guard,
  onVerified?: (username: string) => Promise<void>,
): Promise<void> {
  if (access === 'open' || access === 'signed') return;
  if (request.headers['x-api-key'] !== guard.apiKey) throw appError('invalid_api_key');
  if (access === 'public') return;
  const token = bearerOf(request);
  if (!token) throw appError('not_authenticated');
  const actor = await guard.authenticate(token, onVerified);
  if (access === 'registered' && actor.isGuest) throw appError('registered_only');
  if (guests !== undefined && isErrorCode(guests) && actor.isGuest) throw appError(guests);
  if (access === 'admin' && actor.role !== 'admin') throw appError('admin_only');
  if (needsRecentProof === true && !actor.isGuest && !actor.hasRecentProof)
    throw appError('reauthentication_needed');
  request.actor = actor;
}

async function count(key: string, rate: RateName, guard: Guard): Promise<void> {
  const wait = (await guard.limiter()?.take(rate, key, (guard.budgets ?? rateLimits)[rate])) ?? 0;
  if (wait > 0) throw appError('rate_limited', { retry_after: Math.ceil(wait) });
}

/** As whom limits know a caller who is not logged in. */
const addressKey = (request: FastifyRequest): string => `address:${networkOf(request.ip)}`;

/**
 * Everything about a call is done on behalf of its caller, so that one who asks for much waits behind the others at the
 * database. A body is read outside of the call's own course, so it is said again after that.
 */
function addActors(app: FastifyInstance): void {
  const actors = new WeakMap<FastifyRequest, DatabaseActor>();
  app.addHook('onRequest', (request, _reply, done) => {
    const actor = { name: addressKey(request) };
    actors.set(request, actor);
    actFor(actor, done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const actor = actors.get(request);
    if (actor) actFor(actor, done);
    else done();
  });
}

/** Waits for the caller's turn; it ends when the answer is there or the connection is gone. */
async function takeTurn(
  turns: CallTurns,
  username: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const endTurn = await turns.enter(username);
  if (reply.raw.destroyed) endTurn();
  else reply.raw.once('close', endTurn);
  request.endTurn = endTurn;
}

/** A body that took longer than this to come is no longer from whom the guard saw, in milliseconds. */
const PROMPT_MS = 100;

/**
 * Adds the guard that runs before every route: API key, token, access, limit (R-13, SV-103); and once more when a body is
 * there that may have been on its way while its sender was shut out.
 */
export function addGuard(app: FastifyInstance, guard: Guard): void {
  app.decorateRequest('actor', undefined);
  addActors(app);
  app.decorateRequest('admittedAt', 0);
  app.decorateRequest('endTurn', undefined);
  const turns = new CallTurns();
  app.decorateRequest('uploaded', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { access, rate, guests, needsRecentProof, upload } = request.routeOptions.config;
    if (!access) return; // pages and assets of the web app
    // Of what is open, only calls for providers cost something: each may make this server ask one of them.
    const isCounted = rate && (access !== 'open' || rate === 'webhook');
    await admit(request, { access, guests, needsRecentProof }, guard, async (username) => {
      nameActor(`user:${username}`);
      // Before anything is looked up: who is above their budget costs the database nothing.
      if (isCounted) await count(`user:${username}`, rate, guard);
      // An upload takes as long as its sender likes; limits of its own hold for it.
      if (!upload && guard.limiter()) await takeTurn(turns, username, request, reply);
    });
    if (isCounted && !request.actor) await count(addressKey(request), rate, guard);
    if (request.method !== 'GET') guard.assertWritable();
    request.admittedAt = performance.now();
  });
  // What is left is to be sent, at the pace of whoever reads it.
  app.addHook('onSend', async (request) => request.endTurn?.());
  app.addHook('preHandler', async (request) => {
    const { access, guests, upload } = request.routeOptions.config;
    const isPrompt = !upload && performance.now() - request.admittedAt < PROMPT_MS;
    if (access && request.actor && !isPrompt) await admit(request, { access, guests }, guard);
  });
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
    // The compiler can't see that one key's handler takes that key's call; `Handlers<T>` guarantees it.
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
        reply.code(route.status ?? 200);
        return bytesOf(route) ? sendFile(request, reply, answer as FileAnswer) : reply.send(answer);
      },
    };
    if (route.upload) addUploadRoute(app, options, route.upload);
    else if (route.raw) addRawRoute(app, options);
    else app.route(options);
  }
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
  invalid: route.invalid,
  errors: route.errors,
  bytes: bytesOf(route),
});

function schemaOf(route: Route, url: string) {
  return {
    summary: route.summary,
    tags: [url.split('/')[1] ?? 'platform'],
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && { body: route.body }),
    response: {
      ...(!bytesOf(route) && { [route.status ?? 200]: route.output }),
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
      bearer: bearerOf(request),
      cookies: cookiesOf(request, reply),
    },
  };
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : '');

/** In a scope of its own, where nothing is made of a body, whatever it says that it is. */
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

/** In a scope of its own, so that no other route takes forms. The guard has run before any of it is read. */
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
});
