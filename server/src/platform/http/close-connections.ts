import type { FastifyInstance } from 'fastify';

/** A client that takes longer to finish is disconnected. */
const TIMEOUT_MS = 5000;

const CHECK_INTERVAL_MS = 100;

/**
 * Lets the server close while clients still read. Without this a response that ends after closing began leaves its
 * connection open, and a stalled one never ends.
 */
export function addConnectionClosing(app: FastifyInstance, timeoutMs = TIMEOUT_MS): void {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), CHECK_INTERVAL_MS);
    const end = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(end);
    });
  });
}
