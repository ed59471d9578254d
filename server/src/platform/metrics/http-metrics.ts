import type { FastifyInstance } from 'fastify';
import { appError } from '../errors.ts';
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

/**
 * Serves `GET /metrics`. Where a proxy is in front, what came through it is refused as a page that is not there: figures
 * are for the inside, also where the proxy forgets to say so.
 */
export function addMetricsRoute(
  app: FastifyInstance,
  metrics: Metrics,
  { isBehindProxy = false }: { readonly isBehindProxy?: boolean } = {},
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (isBehindProxy && request.headers['x-forwarded-for'] !== undefined) throw appError('not_found');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
  });
}
