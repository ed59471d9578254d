import { AppError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import type { Accounts } from '../accounts/index.ts';
import type { createViewerCookie } from './files/viewer-cookie.ts';

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
    const caller = session && (await accounts.callerOf(session.sessionId));
    return caller?.userId === session?.userId ? caller : undefined;
  }
  return async ({ bearer, cookies }: CallOrigin): Promise<Actor | undefined> => {
    try {
      return bearer === undefined ? await byCookie(cookies) : await accounts.authenticate(bearer);
    } catch (error) {
      // Whatever is wrong with a token: the link is nothing to whoever brings it.
      if (!(error instanceof AppError)) throw error;
      return undefined;
    }
  };
}
