import { nameActor } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import type { Accounts } from '../accounts/index.ts';
import type { createViewerCookie } from './files/viewer-cookie.ts';

/** Whose session a call names. */
export type LinkClaim = Pick<Actor, 'userId' | 'sessionId'>;

/**
 * Whose session the one who opens a link names, by a token or by the cookie of a browser; undefined for nobody. Whether
 * the session of a cookie can still be used is not looked at: that is for the query that looks at the right as well.
 */
export function createLinkClaim(
  accounts: Pick<Accounts, 'authenticate'>,
  viewerCookie: Pick<ReturnType<typeof createViewerCookie>, 'read'>,
) {
  return async ({ bearer, cookies }: CallOrigin): Promise<LinkClaim | undefined> => {
    if (bearer === undefined) return viewerCookie.read(cookies);
    const actor = await unlessRefused(accounts.authenticate(bearer));
    return actor && { userId: actor.userId, sessionId: actor.sessionId };
  };
}

/** Whatever is wrong with a token: the link is nothing to the one who brings it. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/**
 * Who opens a link: by the token of an API client, or by the cookie of a browser; undefined for nobody, and for
 * a session that is over.
 */
export function createLinkViewer(
  accounts: Pick<Accounts, 'authenticate' | 'callerOf'>,
  viewerCookie: Pick<ReturnType<typeof createViewerCookie>, 'read'>,
) {
  async function byCookie(cookies: CallOrigin['cookies']): Promise<Actor | undefined> {
    const session = viewerCookie.read(cookies);
    if (session) nameActor(`viewer:${session.userId}`);
    const caller = session && (await accounts.callerOf(session.sessionId));
    return caller?.userId === session?.userId ? caller : undefined;
  }
  return ({ bearer, cookies }: CallOrigin): Promise<Actor | undefined> =>
    unlessRefused(bearer === undefined ? byCookie(cookies) : accounts.authenticate(bearer));
}
