import { createHash, timingSafeEqual } from 'node:crypto';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';
import { bearerOf } from '../http/register-routes.ts';
import type { Metrics } from './metrics.ts';

/** Times every answered request by its pattern, and knows how many are under way; call it before the routes. */
export function observeHttp(app: FastifyInstance, metrics: Metrics): void {
  const note = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an HTTP request was answered',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  let inFlight = 0;
  metrics.gauge({ name: 'http_requests_in_flight', help: 'HTTP requests under way' }, () => inFlight);
  app.addHook('onRequest', async (_request, reply) => {
    inFlight += 1;
    // Also where the client went away before its answer.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    note({ method: request.method, route, status: reply.statusCode })(reply.elapsedTime / 1000);
  });
}

/** Who may read the figures: with a token whoever has it, without one callers on this very machine. */
export type MetricsAccess = { readonly token: string | undefined };

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Headers by which a proxy says for whom it asks. */
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
 * Serves `GET /metrics` beside everything else: to callers with the token, or, where none is set, to those on this very
 * machine that come through no proxy. To everybody else it is a page that is not there.
 */
export function addMetricsRoute(app: FastifyInstance, metrics: Metrics, { token }: MetricsAccess): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isAllowed = token === undefined ? isFromHere(request) : hasToken(request, token);
    if (!isAllowed) throw appError('not_found');
    return sendMetrics(reply, metrics);
  });
}

/** Serves `GET /metrics` on a port of its own, to who has the token where one is set; answers how to end it. */
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
