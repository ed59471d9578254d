import { placeName, type SignedIn } from '@adda/contract/accounts';
import { afterCommit, type Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { CallOrigin } from '../../platform/http/handler.ts';
import { noteSecurityEvent } from '../../platform/logging/security-log.ts';
import { deviceName } from './accounts.policy.ts';
import type { AccountsContext } from './accounts.types.ts';
import type { MailLinks } from './mail-links.service.ts';
import type { AccessToken, OpenSession, Sessions } from './sessions.service.ts';
import { findUser, lockUser, noteActivity, type User } from './users.repository.ts';

/** Builds the response of every login and registration route. */
export function signedIn(user: User, { access_token, token_type, expires_in }: AccessToken): SignedIn {
  return {
    access_token,
    token_type,
    expires_in,
    username: user.username,
    is_guest: user.is_guest,
    email_verified: user.email_verified_at !== null,
  };
}

/** A user who has proven who they are, and their new session. */
export type Entered = { readonly user: User; readonly session: OpenSession };

/** What every login ends with, however the user has proven who they are. */
export function createEntrance(
  { events, clock, origins }: AccountsContext,
  { sessions, mailLinks }: { readonly sessions: Sessions; readonly mailLinks: MailLinks },
) {
  /** Returns whether the user is still suspended, after the hooks had the chance to reinstate them. */
  const isStillSuspended = async (tx: Tx, user: User): Promise<boolean> => {
    if (!user.suspended_at) return false;
    await events.runSuspendedLogin(tx, user.id);
    return (await findUser(tx, user.id))?.suspended_at !== null;
  };
  /** Tells of a login at a place that is new, with the link ‘This was not me’ (ID-05). */
  const tellOfLogin = async (
    tx: Tx,
    user: User,
    { sessionId }: OpenSession,
    { userAgent, country }: CallOrigin,
  ): Promise<void> => {
    const place = placeName(deviceName(userAgent), country ?? null);
    await mailLinks.issue(tx, 'undo_login', user, { login: { place, at: clock().toISOString() } });
    await events.runNewLogin(tx, { userId: user.id, sessionId });
    afterCommit(tx, () => noteSecurityEvent('new_device', { userId: user.id }));
  };

  return {
    /** Locks a user who may come in. Throws `account_suspended`, or `invalid_credentials` if the account is deleted. */
    async admit(tx: Tx, userId: number): Promise<User> {
      const user = await lockUser(tx, userId);
      if (!user) throw appError('invalid_credentials');
      if (await isStillSuspended(tx, user)) throw appError('account_suspended');
      return user;
    },
    /** Opens a session in the transaction of the login. Throws as `admit`. */
    async enter(tx: Tx, userId: number, origin: CallOrigin): Promise<Entered> {
      const user = await this.admit(tx, userId);
      await noteActivity(tx, user.id, clock());
      const isKnown = await origins.isKnownPlace(tx, user.id, origin);
      await origins.note(tx, user.id, origin, user.email);
      await events.runMarksStored(tx, user.id);
      const session = await sessions.open(tx, user.id, origin);
      if (!isKnown) await tellOfLogin(tx, user, session, origin);
      return { user, session };
    },
    /** The response, after the commit. */
    answer: async ({ user, session }: Entered): Promise<SignedIn> =>
      signedIn(user, await sessions.accessToken(user.username, session)),
  };
}

export type Entrance = ReturnType<typeof createEntrance>;
