import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';
import { withHead, type PageHead } from './page-head.ts';

const A_YEAR = 'public, max-age=31536000, immutable';

/**
 * What a page says about itself, by its path and the address that asks; undefined for a page without a head of its own.
 */
export type HeadOf = (path: string, address: string) => Promise<PageHead | undefined>;

/**
 * Serves the built web app, compressed ahead; every address that is no file and no route is a screen of it, with the
 * head that `headOf` knows. Without a folder, or with one that is not built, only the API is served. Call it last: it
 * decides what is not found.
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
        void reply.header('cache-control', path.includes('/assets/') ? A_YEAR : 'no-cache');
      },
    });
  } else if (folder !== undefined) {
    app.log.warn({ folder }, 'the web app is not built; serving the API alone');
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!isBuilt || request.method !== 'GET') throw appError('not_found');
    const head = takesPages(request) ? await knownHead(request, headOf) : undefined;
    if (head) return sendPage(request, reply, withHead(await readFile(index, 'utf8'), head));
    if (!(request.headers.accept ?? '').includes('text/html')) throw appError('not_found');
    return reply.sendFile('index.html');
  });
}

/** Those who show links ask for anything at all; a browser asks for HTML. */
function takesPages({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || /text\/html|\*\/\*/.test(accept);
}

/** A head is a courtesy: without it the page is the plain one. */
async function knownHead(request: FastifyRequest, headOf: HeadOf | undefined): Promise<PageHead | undefined> {
  try {
    return await headOf?.(request.url.split('?', 1)[0] ?? '', request.ip);
  } catch (error) {
    request.log.error({ err: error }, 'a page went without its head');
    return undefined;
  }
}

/** Whole and not compressed ahead: the page differs from address to address and changes with what it shows. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const tag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  void reply.header('cache-control', 'no-cache').header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
}
