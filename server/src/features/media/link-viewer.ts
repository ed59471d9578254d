import { setActorName } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import type { Accounts } from '../accounts/index.ts';
import type { createViewerCookie } from './files/viewer-cookie.ts';

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
async function undefinedIfRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
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
