import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from './handler.ts';

/** With it a browser takes a cookie from this very host alone, over https, for all paths. */
const HOST_PREFIX = '__Host-';

/**
 * Reads the call's cookies and writes new ones as HttpOnly, SameSite=Strict. Where people open the server by https they
 * are Secure and named with `__Host-`, so that no other host of the domain and nobody on the line can plant one.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  const { isHttps } = request.server;
  const prefix = isHttps ? HOST_PREFIX : '';
  return {
    get(plainName) {
      const name = `${prefix}${plainName}`;
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [key, value] = pair.trim().split('=', 2);
        if (key === name) return value;
      }
      return undefined;
    },
    set(name, value, maxAgeSeconds) {
      const secure = isHttps ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${prefix}${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}
