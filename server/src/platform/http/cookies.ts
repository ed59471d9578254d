import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from './handler.ts';

/** Reads the call's cookies and writes new ones as HttpOnly, SameSite=Strict, Secure over https. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    get(name) {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [key, value] = pair.trim().split('=', 2);
        if (key === name) return value;
      }
      return undefined;
    },
    set(name, value, maxAgeSeconds) {
      const secure = request.protocol === 'https' ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}
