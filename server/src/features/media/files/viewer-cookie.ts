import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { SESSION_SECONDS } from '@adda/contract/accounts';
import type { Actor, Cookies } from '../../../platform/http/handler.ts';

const COOKIE = 'adda_viewer';

/**
 * Creates the cookie that identifies the session of a browser when it loads pictures and videos, which send no token
 * . It is valid for files only; every other request needs the token.
 */
export function createViewerCookie(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'adda viewer cookie', 32));
  const valueOf = (userId: number, sessionId: string) => {
    const named = `${userId}.${sessionId}`;
    const proof = createHmac('sha256', key).update(named).digest('base64url');
    return Buffer.from(`${named}.${proof}`).toString('base64url');
  };
  return {
    /** Sets the cookie, unless the browser has it already. Call it with every response that contains links. */
    remember(cookies: Cookies, { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>): void {
      const value = valueOf(userId, sessionId);
      if (cookies.get(COOKIE) !== value) cookies.set(COOKIE, value, SESSION_SECONDS);
    },
    /**
     * Returns the session that the cookie names; undefined without a valid cookie. Does not check whether the session
     * is still active.
     */
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
