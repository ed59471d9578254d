import type { Access, RateName, Route } from '@adda/contract';
import { rateLimits } from '@adda/contract/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  NOTED_AGAIN_AFTER_MS,
  runAsActor,
  setActorName,
  type Actor as DatabaseActor,
} from '../database/index.ts';
import { appError, isErrorCode } from '../errors.ts';
import { CallSemaphore } from '../limits/call-semaphore.ts';
import { networkOf } from '../limits/network-of.ts';
import type { Budget, RateLimiter } from '../limits/rate-limiter.ts';
import { runInScene, type SecurityLog, type SecurityScene } from '../logging/security-log.ts';
import type { Actor } from './handler.ts';
import type { OwnOriginCheck } from './own-origin.ts';
import { sessionCookieOf } from './session-cookie.ts';

/**
 * Dependencies of the guard that runs before every route. `authenticate` throws `invalid_token`, `token_expired` or
 * `account_suspended`.
 */
export type Guard = {
  readonly apiKey: string;
  /** Whether a page of this site sent a request (ID-07). */
  readonly isOwnOrigin: OwnOriginCheck;
  /**
   * Calls `onVerified` with the username as soon as the token's signature is verified. An exception from it rejects
   * the request.
   */
  readonly authenticate: (token: string, onVerified?: (username: string) => Promise<void>) => Promise<Actor>;
  /** Returns undefined when limits are off. */
  readonly limiter: () => RateLimiter | undefined;
  /** Budgets per kind of request (SV-103); defaults to those of the contract. */
  readonly budgets?: Readonly<Record<RateName, Budget>>;
  /** Whether admin routes refuse admins without a second factor (ID-04). */
  readonly adminsNeedSecondFactor?: boolean;
  /** Where refused and successful calls are noted; without it none are (ID-08). */
  readonly securityLog?: SecurityLog | undefined;
  /** Throws while nothing can be stored. Called before every request that is not a GET. */
  readonly assertWritable: () => void;
  /**
   * Called with the user before and after every request that is not a GET: their next reads include what it writes, on every node
   * (CL-05).
   */
  readonly noteWrite?: (userId: number) => Promise<void>;
};

/** Returns the token of the Authorization header, if any. */
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
  const token = bearerOf(request) ?? request.sessionCookie?.use();
  if (!token) throw appError('not_authenticated');
  const actor = await guard.authenticate(token, onVerified);
  request.sessionCookie?.checkUser(actor.username);
  if (access === 'registered' && actor.isGuest) throw appError('registered_only');
  if (guests !== undefined && isErrorCode(guests) && actor.isGuest) throw appError(guests);
  if (access === 'admin' && actor.role !== 'admin') throw appError('admin_only');
  if (access === 'admin' && guard.adminsNeedSecondFactor && !actor.hasSecondFactor)
    throw appError('second_factor_required');
  const isProven =
    actor.isGuest ||
    actor.hasRecentProof ||
    (needsRecentProof === 'password_in_body' && actor.isPasswordEnough);
  if (needsRecentProof !== undefined && !isProven) throw appError('reauthentication_needed');
  request.actor = actor;
}

async function useBudget(key: string, rate: RateName, guard: Guard): Promise<void> {
  const wait = (await guard.limiter()?.take(rate, key, (guard.budgets ?? rateLimits)[rate])) ?? 0;
  if (wait > 0) throw appError('rate_limited', { retry_after: Math.ceil(wait) });
}

/** The rate limit key of a caller who is not logged in. */
const addressKey = (request: FastifyRequest): string => `address:${networkOf(request.ip)}`;

/** The scene of a request in the security log. */
const sceneOf = (request: FastifyRequest, log: SecurityLog): SecurityScene => ({
  log,
  network: networkOf(request.ip),
  reqId: request.id,
  route: `${request.method} ${request.routeOptions.url ?? 'none'}`,
});

/**
 * Runs every request on behalf of its caller, so that a caller with many requests waits behind others at the
 * database, and in its scene of the security log. Body parsing leaves the async context of the request, so both are set
 * again after it.
 */
function addActors(app: FastifyInstance, securityLog: SecurityLog | undefined): void {
  type Context = { readonly actor: DatabaseActor; readonly scene: SecurityScene | undefined };
  const contexts = new WeakMap<FastifyRequest, Context>();
  const run = ({ actor, scene }: Context, done: () => void) =>
    runInScene(scene, () => runAsActor(actor, done));
  app.addHook('onRequest', (request, _reply, done) => {
    const actor = { name: addressKey(request) };
    const context = { actor, scene: securityLog && sceneOf(request, securityLog) };
    contexts.set(request, context);
    run(context, done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request);
    if (context) run(context, done);
    else done();
  });
}

/** Waits for the caller's slot. It is released when the response is sent or the connection closes. */
async function acquireSlot(
  semaphore: CallSemaphore,
  username: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const releaseSlot = await semaphore.acquire(username);
  if (reply.raw.destroyed) releaseSlot();
  else reply.raw.once('close', releaseSlot);
  request.releaseSlot = releaseSlot;
}

/**
 * Notes who writes: before the handler, because others hear of a write as soon as it is committed, and again before the response of a
 * request for which that note was too early.
 */
function addWriteNotes(app: FastifyInstance, { noteWrite }: Pick<Guard, 'noteWrite'>): void {
  if (!noteWrite) return;
  const notedAt = new WeakMap<FastifyRequest, number>();
  const isWrite = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD';
  app.addHook('preHandler', async (request) => {
    if (!request.actor || !isWrite(request)) return;
    notedAt.set(request, performance.now());
    await noteWrite(request.actor.userId);
  });
  app.addHook('onSend', async (request) => {
    const at = notedAt.get(request);
    if (!request.actor || at === undefined || performance.now() - at < NOTED_AGAIN_AFTER_MS) return;
    await noteWrite(request.actor.userId);
  });
}

/** Milliseconds after which the caller is checked again, because the body took long to arrive. */
const SLOW_BODY_MS = 100;

/**
 * Adds the guard that runs before every route: API key, token, access, rate limit (R-13, SV-103). It runs again after
 * a slow body, because the sender may have been suspended meanwhile.
 */
export function addGuard(app: FastifyInstance, guard: Guard): void {
  app.decorateRequest('actor', undefined);
  app.decorateRequest('sessionCookie', undefined);
  addActors(app, guard.securityLog);
  app.decorateRequest('admittedAt', 0);
  app.decorateRequest('releaseSlot', undefined);
  const semaphore = new CallSemaphore();
  app.decorateRequest('uploaded', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { access, rate, guests, needsRecentProof, session, upload } = request.routeOptions.config;
    if (!access) return; // pages and assets of the web app
    request.sessionCookie = sessionCookieOf(request, reply, guard.isOwnOrigin);
    // A request of another site is refused before anything is done.
    if (session === 'starts') request.sessionCookie.isWanted();
    // Of the open routes only webhooks are limited: each may make this server call a payment provider.
    const isCounted = rate && (access !== 'open' || rate === 'webhook');
    await admit(request, { access, guests, needsRecentProof }, guard, async (username) => {
      setActorName(`user:${username}`);
      // Before any lookup: a request above the budget must not reach the database.
      if (isCounted) await useBudget(`user:${username}`, rate, guard);
      // An upload lasts as long as its sender needs, and has its own limits.
      if (!upload && guard.limiter()) await acquireSlot(semaphore, username, request, reply);
    });
    if (isCounted && !request.actor) await useBudget(addressKey(request), rate, guard);
    if (request.method !== 'GET') guard.assertWritable();
    request.admittedAt = performance.now();
  });
  // The remaining work is sending, at the speed of the client.
  app.addHook('onSend', async (request) => request.releaseSlot?.());
  addWriteNotes(app, guard);
  app.addHook('preHandler', async (request) => {
    const { access, guests, upload } = request.routeOptions.config;
    const isPrompt = !upload && performance.now() - request.admittedAt < SLOW_BODY_MS;
    if (access && request.actor && !isPrompt) await admit(request, { access, guests }, guard);
  });
}
