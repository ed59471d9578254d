import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { appError } from '../errors.ts';

const A_YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves the built web app, compressed ahead; every address that is no file and no route is a screen of it. Without a
 * folder, or with one that is not built, only the API is served. Call it last: it decides what is not found.
 */
export async function addWebApp(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const isBuilt = folder !== undefined && existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply, path) {
        void reply.header('cache-control', path.includes('/assets/') ? A_YEAR : 'no-cache');
      },
    });
  } else if (folder !== undefined) {
    app.log.warn({ folder }, 'the web app is not built; serving the API alone');
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!isBuilt || !wantsPage) throw appError('not_found');
    return reply.sendFile('index.html');
  });
}
