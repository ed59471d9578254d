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

type NewCookie = {
  /** The full name. */
  readonly name: string;
  /** Empty to remove the cookie. */
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly sameSite: 'Strict' | 'Lax';
};

/** Writes a cookie that no script can read, for all paths of this host; with a public https URL it is Secure. */
export function writeCookie(reply: FastifyReply, { name, value, maxAgeSeconds, sameSite }: NewCookie): void {
  const secure = reply.server.isHttps ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=${sameSite}${secure}`,
  );
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
    set: (name, value, maxAgeSeconds) =>
      writeCookie(reply, { name: `${prefix}${name}`, value, maxAgeSeconds, sameSite: 'Strict' }),
  };
}
