import type { LoginInput, SignedIn } from '@adda/contract/accounts';
import type { Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { CallOrigin, Actor } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.types.ts';
import type { PasswordCheck } from './password-check.service.ts';
import type { AccessToken, Sessions } from './sessions.service.ts';
import { findByLogin, findUser, lockUser, noteActivity, type User } from './users.repository.ts';

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

/** Login with a username or an e-mail address (SV-02). */
export function createLogin(context: AccountsContext, sessions: Sessions, isPasswordRight: PasswordCheck) {
  const { database, events, clock, origins } = context;

  const verifyCredentials = async (
    name: string,
    password: string,
    { address, cookies }: CallOrigin,
  ): Promise<User> => {
    const found = await findByLogin(database.db, name);
    const isValid = await isPasswordRight({
      name,
      userId: found?.id,
      address,
      cookies,
      hash: found?.password_hash,
      password,
    });
    if (!isValid || !found) throw appError('invalid_credentials');
    return found;
  };

  /** Returns whether the user is still suspended, after the hooks had the chance to reinstate them. */
  const isStillSuspended = async (tx: Tx, user: User): Promise<boolean> => {
    if (!user.suspended_at) return false;
    await events.runSuspendedLogin(tx, user.id);
    return (await findUser(tx, user.id))?.suspended_at !== null;
  };

  return {
    /**
     * Returns the id of the user with this name and password, with the rate limits of login. Throws
     * `invalid_credentials`.
     */
    async provenBy(name: string, password: string, origin: CallOrigin): Promise<number> {
      return (await verifyCredentials(name, password, origin)).id;
    },

    async logIn(input: LoginInput, origin: CallOrigin): Promise<SignedIn> {
      const found = await verifyCredentials(input.username || input.email || '', input.password, origin);
      const { user, session } = await database.transaction(async (tx) => {
        const user = await lockUser(tx, found.id);
        // The password was compared outside the transaction; the hash must not have changed since.
        if (!user || user.password_hash !== found.password_hash) throw appError('invalid_credentials');
        if (await isStillSuspended(tx, user)) throw appError('account_suspended');
        await noteActivity(tx, user.id, clock());
        await origins.note(tx, user.id, origin, user.email);
        await events.runMarksStored(tx, user.id);
        return { user, session: await sessions.open(tx, user.id, origin.userAgent) };
      });
      return signedIn(user, await sessions.accessToken(user.username, session));
    },
  };
}

/** Re-authentication: proves that the caller owns the account and not just a session (ID-03). */
export function createRecentProof(
  { database }: AccountsContext,
  sessions: Sessions,
  isPasswordRight: PasswordCheck,
) {
  return {
    /**
     * Marks the caller's session as proven and returns the expiry of the proof. Throws `proof_refused`, with the rate
     * limits of login. The session stays valid either way.
     */
    async prove(actor: Actor, password: string, { address, cookies }: CallOrigin): Promise<Date> {
      const { userId, username: name } = actor;
      const hash = (await findUser(database.db, userId))?.password_hash;
      if (!(await isPasswordRight({ name, userId, address, cookies, hash, password })))
        throw appError('proof_refused');
      return database.transaction(async (tx) => {
        // The password was compared outside the transaction; the hash must not have changed since.
        if ((await lockUser(tx, userId))?.password_hash !== hash) throw appError('proof_refused');
        return sessions.prove(tx, actor.sessionId);
      });
    },
  };
}

export type RecentProof = ReturnType<typeof createRecentProof>;
