import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { SESSION_SECONDS } from '@adda/contract/accounts';
import type { Actor, Cookies } from '../../../platform/http/handler.ts';

const COOKIE = 'adda_viewer';

/**
 * A cookie by which a browser that fetches pictures and videos, which carry no token, is known as the session that the
 * links were made for. It is good for files alone; every other call needs the token.
 */
export function createViewerCookie(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'adda viewer cookie', 32));
  const valueOf = (userId: number, sessionId: string) => {
    const named = `${userId}.${sessionId}`;
    const proof = createHmac('sha256', key).update(named).digest('base64url');
    return Buffer.from(`${named}.${proof}`).toString('base64url');
  };
  return {
    /** Sets it, unless the browser has it already. To be called by whatever answers with links. */
    remember(cookies: Cookies, { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>): void {
      const value = valueOf(userId, sessionId);
      if (cookies.get(COOKIE) !== value) cookies.set(COOKIE, value, SESSION_SECONDS);
    },
    /** Whose session the cookie names; undefined without a cookie of ours. Whether the session lives is another question. */
    read(cookies: Cookies): { readonly userId: number; readonly sessionId: string } | undefined {
      const given = cookies.get(COOKIE);
      if (!given || given.length > 500) return undefined;
      const [id = '', sessionId = ''] = Buffer.from(given, 'base64url').toString().split('.');
      const userId = Number(id);
      const [a, b] = [Buffer.from(given), Buffer.from(valueOf(userId, sessionId))];
      return a.length === b.length && timingSafeEqual(a, b) ? { userId, sessionId } : undefined;
    },
  };
}

/** The cookie of viewers. */
export type ViewerCookie = ReturnType<typeof createViewerCookie>;
