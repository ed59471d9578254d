import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { SHARE_PATH } from '@adda/contract/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';
import { withHead, type PageHead } from './page-head.ts';

const CACHE_ONE_YEAR = 'public, max-age=31536000, immutable';

/** Returns the metadata of a page by its path and the client's address; undefined for a page without its own. */
export type HeadOf = (path: string, address: string) => Promise<PageHead | undefined>;

/**
 * Serves the built and precompressed web app. Every URL that is neither a file nor a route is a screen of the app,
 * with the metadata from `headOf`. Without a built folder only the API is served. Call it last: it sets the 404
 * handler.
 */
export async function addWebApp(
  app: FastifyInstance,
  folder: string | undefined,
  headOf?: HeadOf,
): Promise<void> {
  const index = folder === undefined ? undefined : join(folder, 'index.html');
  const isBuilt = index !== undefined && existsSync(index);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply, path) {
        void reply.header('cache-control', path.includes('/assets/') ? CACHE_ONE_YEAR : 'no-cache');
      },
    });
  } else if (folder !== undefined) {
    app.log.warn({ folder }, 'the web app is not built; serving the API alone');
  }
  if (isBuilt) addShareTarget(app);
  app.setNotFoundHandler(async (request, reply) => {
    if (!isBuilt || request.method !== 'GET') throw appError('not_found');
    const head = acceptsHtml(request) ? await findHead(request, headOf) : undefined;
    if (head) return sendPage(request, reply, withHead(await readFile(index, 'utf8'), head));
    if (!(request.headers.accept ?? '').includes('text/html')) throw appError('not_found');
    return reply.sendFile('index.html');
  });
}

/**
 * Leads from what another app shares to the page that asks where to (PN-01). Only the service worker can keep it; this answers a
 * browser without one. The answer comes before the body, which is discarded unread.
 */
function addShareTarget(app: FastifyInstance): void {
  const toPage = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(SHARE_PATH, 303);
  app.post(SHARE_PATH, { schema: { hide: true }, onRequest: toPage }, toPage);
}

/** Link preview clients accept anything; browsers accept HTML. */
function acceptsHtml({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || /text\/html|\*\/\*/.test(accept);
}

/** Without metadata the plain page is served, so failures are only logged. */
async function findHead(request: FastifyRequest, headOf: HeadOf | undefined): Promise<PageHead | undefined> {
  try {
    return await headOf?.(request.url.split('?', 1)[0] ?? '', request.ip);
  } catch (error) {
    request.log.error({ err: error }, 'the metadata of a page could not be read');
    return undefined;
  }
}

/** Not precompressed: the page differs by URL and changes with its content. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const tag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  void reply.header('cache-control', 'no-cache').header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
}
