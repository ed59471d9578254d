import type { FastifyInstance } from 'fastify';

/** A reader that takes longer than this to finish is cut off. */
const PATIENCE_MS = 5000;

const LOOK_EVERY_MS = 100;

/**
 * Lets the server close while somebody still reads: an answer that ends after closing began leaves its connection open
 * for good otherwise, and one that stalls would never end.
 */
export function addConnectionClosing(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS);
    const end = setTimeout(() => app.server.closeAllConnections(), patienceMs);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(end);
    });
  });
}
