import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from './handler.ts';

/** With this prefix a browser accepts a cookie only from this exact host, over https, for all paths. */
const HOST_PREFIX = '__Host-';

/** Returns the value of a cookie of the request, by its full name. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of cookie.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

/**
 * Reads the cookies of the request and writes new ones as HttpOnly, SameSite=Strict. With a public https URL they are
 * Secure and prefixed with `__Host-`, so that no other host of the domain and no network attacker can set them.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  const { isHttps } = request.server;
  const prefix = isHttps ? HOST_PREFIX : '';
  return {
    get: (name) => readCookie(request.headers, `${prefix}${name}`),
    set(name, value, maxAgeSeconds) {
      const secure = isHttps ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${prefix}${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}
