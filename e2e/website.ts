import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startServer } from '../server/src/test/server-process.fixture.ts';
import { test as base } from './journey.ts';

type Website = {
  /** The address of a page, as Adda's server reaches it; no browser does. */
  readonly urlOf: (path: string) => string;
  /** Serves this content under a path. */
  readonly serve: (path: string, content: Buffer | string) => void;
  /** The paths that were requested, in order. */
  readonly requestedPaths: readonly string[];
  readonly port: number;
  readonly close: () => void;
};

/** Starts a website of a third party, which is empty at first. */
async function startWebsite(): Promise<Website> {
  const contents = new Map<string, Buffer | string>();
  const requestedPaths: string[] = [];
  const http = createServer(({ url = '' }, response) => {
    requestedPaths.push(url);
    const content = contents.get(url);
    const type = typeof content === 'string' ? 'text/html' : 'application/octet-stream';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  return {
    urlOf: (path) => `http://pictures.example:${port}${path}`,
    serve: (path, content) => void contents.set(path, content),
    requestedPaths,
    port,
    close() {
      http.closeAllConnections();
      http.close();
    },
  };
}

/** `site` is a third-party website; `app` is a server of its own, which may fetch pages and pictures from it. */
export const testWithWebsite = base.extend<{ site: Website; app: { url: string } }>({
  site: async ({ browserName: _anyBrowser }, provide) => {
    const site = await startWebsite();
    await provide(site);
    site.close();
  },
  app: async ({ site }, provide) => {
    const main = join(import.meta.dirname, '../server/src/test/main-with-pictures.fixture.ts');
    const env = { RATE_LIMITS: 'off', PICTURES_PORT: String(site.port) };
    const server = await startServer({ main, env });
    await provide(server);
    await server.dispose();
  },
});
