import { createHash, timingSafeEqual } from 'node:crypto';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';
import { bearerOf } from '../http/guard.ts';
import type { Metrics } from './metrics.ts';

/**
 * Measures the duration of requests by route pattern, and counts those in flight. Call it before routes are added.
 */
export function observeHttp(app: FastifyInstance, metrics: Metrics): void {
  const note = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  let inFlight = 0;
  metrics.gauge({ name: 'http_requests_in_flight', help: 'HTTP requests in flight' }, () => inFlight);
  app.addHook('onRequest', async (_request, reply) => {
    inFlight += 1;
    // Also when the client disconnects before the response.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    note({ method: request.method, route, status: reply.statusCode })(reply.elapsedTime / 1000);
  });
}

/** Access to the metrics: with a token its holder, without one callers on this machine. */
export type MetricsAccess = { readonly token: string | undefined };

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Headers that a proxy adds. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

const isFromHere = ({ socket, headers }: FastifyRequest) =>
  LOOPBACK.test(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined);

function hasToken(request: FastifyRequest, token: string): boolean {
  const hashed = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashed(bearerOf(request) ?? ''), hashed(token));
}

async function sendMetrics(reply: FastifyReply, metrics: Metrics): Promise<FastifyReply> {
  return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
}

/**
 * Serves `GET /metrics` on the main port: to callers with the token or, when none is set, to direct connections from
 * this machine. All others get a 404.
 */
export function addMetricsRoute(app: FastifyInstance, metrics: Metrics, { token }: MetricsAccess): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isAllowed = token === undefined ? isFromHere(request) : hasToken(request, token);
    if (!isAllowed) throw appError('not_found');
    return sendMetrics(reply, metrics);
  });
}

/**
 * Serves `GET /metrics` on a separate port, protected by the token if one is set. Returns its URL and a function
 * that closes it.
 */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, token }: MetricsAccess & { readonly host: string; readonly port: number },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true, requestTimeout: 10_000 });
  app.get('/metrics', (request, reply) =>
    token === undefined || hasToken(request, token)
      ? sendMetrics(reply, metrics)
      : reply.code(404).send({ detail: 'Not found', code: 'not_found' }),
  );
  const url = await app.listen({ host, port });
  return { url, close: () => app.close() };
}
