import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { appError } from '../errors.ts';

const A_YEAR = 'public, max-age=31536000, immutable';

/** Serves the built web app, compressed ahead; every address that is no file and no route is a screen of it. */
export async function addWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn({ folder }, 'the web app is not built; serving the API alone');
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, path) {
      void reply.header('cache-control', path.includes('/assets/') ? A_YEAR : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) throw appError('not_found');
    return reply.sendFile('index.html');
  });
}
