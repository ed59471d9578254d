import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_SECONDS } from '@adda/contract/accounts';
import { COOKIE_SESSION, SESSION_COOKIE, SESSION_HEADER, SESSION_USER_HEADER } from '@adda/contract/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';
import { readCookie, writeCookie } from './cookies.ts';
import type { SessionCookie } from './handler.ts';
import type { OwnOriginCheck } from './own-origin.ts';

const nameOf = (isHttps: boolean): string => (isHttps ? SESSION_COOKIE.https : SESSION_COOKIE.http);

/** Returns the token of the session cookie, if any. It proves nothing about the page that sent it. */
const readSessionCookie = (headers: IncomingHttpHeaders, isHttps: boolean): string | undefined =>
  readCookie(headers, nameOf(isHttps)) || undefined;

/** Returns the token of the session cookie of a socket's handshake. Throws `foreign_origin` if another site began it (ID-07). */
export function socketTokenOf(
  headers: IncomingHttpHeaders,
  { isHttps, isOwnOrigin }: { readonly isHttps: boolean; readonly isOwnOrigin: OwnOriginCheck },
): string | undefined {
  const token = readSessionCookie(headers, isHttps);
  if (token !== undefined && !isOwnOrigin(headers)) throw appError('foreign_origin');
  return token;
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Returns the name that a browser put into a header, where only ASCII is allowed. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns the session cookie of a call. */
export function sessionCookieOf(
  request: FastifyRequest,
  reply: FastifyReply,
  isOwnOrigin: OwnOriginCheck,
): SessionCookie {
  const { headers, method } = request;
  const { isHttps } = request.server;
  let isUsed = false;
  const assertOwn = () => {
    if (!isOwnOrigin(headers)) throw appError('foreign_origin');
  };
  const write = (value: string, maxAgeSeconds: number) =>
    writeCookie(reply, { name: nameOf(isHttps), value, maxAgeSeconds, sameSite: 'Lax' });
  return {
    isWanted() {
      if (headers[SESSION_HEADER] !== COOKIE_SESSION) return false;
      assertOwn();
      return true;
    },
    use() {
      const token = readSessionCookie(headers, isHttps);
      if (token === undefined) return undefined;
      if (!READS.has(method)) assertOwn();
      isUsed = true;
      return token;
    },
    isUsed: () => isUsed,
    checkUser(username) {
      const meant = headers[SESSION_USER_HEADER];
      if (isUsed && typeof meant === 'string' && decoded(meant) !== username)
        throw appError('session_changed');
    },
    set: (token) => write(token, SESSION_SECONDS),
    remove: () => write('', 0),
  };
}
