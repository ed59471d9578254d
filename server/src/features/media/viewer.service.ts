import { createHmac } from 'node:crypto';
import { SESSION_SECONDS } from '@adda/contract/accounts';
import { setActorName } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Actor, CallOrigin, Cookies } from '../../platform/http/handler.ts';
import { isSameSecret } from '../../platform/secrets/same-secret.ts';
import { keysFor, type ServerSecret } from '../../platform/secrets/server-secrets.ts';
import type { Accounts } from '../accounts/index.ts';

/** The session that a request claims. */
export type LinkClaim = Pick<Actor, 'userId' | 'sessionId'>;

/**
 * Creates the function that reads the claimed session of a request from its token or cookie; undefined without one.
 * Whether the session of a cookie is still active is checked by the query that also checks the permission.
 */
export function createLinkClaim(
  accounts: Pick<Accounts, 'authenticate'>,
  viewerCookie: Pick<ReturnType<typeof createViewerCookie>, 'read'>,
) {
  return async ({ bearer, cookies }: CallOrigin): Promise<LinkClaim | undefined> => {
    if (bearer === undefined) return viewerCookie.read(cookies);
    const actor = await undefinedIfRefused(accounts.authenticate(bearer));
    return actor && { userId: actor.userId, sessionId: actor.sessionId };
  };
}

/** Resolves to undefined for any refusal of a token, so that the link counts as invalid. */
async function undefinedIfRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/**
 * Creates the function that returns the viewer of a link: by the token of an API client, or by the cookie of a
 * browser; undefined without one, and for an ended session.
 */
export function createLinkViewer(
  accounts: Pick<Accounts, 'authenticate' | 'callerOf'>,
  viewerCookie: Pick<ReturnType<typeof createViewerCookie>, 'read'>,
) {
  async function byCookie(cookies: CallOrigin['cookies']): Promise<Actor | undefined> {
    const session = viewerCookie.read(cookies);
    if (session) setActorName(`viewer:${session.userId}`);
    const caller = session && (await accounts.callerOf(session.sessionId));
    return caller?.userId === session?.userId ? caller : undefined;
  }
  return ({ bearer, cookies }: CallOrigin): Promise<Actor | undefined> =>
    undefinedIfRefused(bearer === undefined ? byCookie(cookies) : accounts.authenticate(bearer));
}

const COOKIE = 'adda_viewer';

/**
 * Creates the cookie that identifies the session of a browser when it loads pictures and videos, which send no token
 * . It is valid for files only; every other request needs the token.
 */
export function createViewerCookie(secret: ServerSecret) {
  const keys = keysFor(secret, 'accepted', 'adda viewer cookie');
  const valueOf = (userId: number, sessionId: string, key = keys[0]) => {
    const claim = `${userId}.${sessionId}`;
    const proof = createHmac('sha256', key).update(claim).digest('base64url');
    return Buffer.from(`${claim}.${proof}`).toString('base64url');
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
      const isGenuine = keys.some((key) => isSameSecret(given, valueOf(userId, sessionId, key)));
      return isGenuine ? { userId, sessionId } : undefined;
    },
  };
}

/** The cookie of viewers. */
export type ViewerCookie = ReturnType<typeof createViewerCookie>;
