import type { LoginInput, SignedIn } from '@adda/contract/accounts';
import { appError } from '../../platform/errors.ts';
import type { CallOrigin } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import type { PasswordCheck } from './password-check.ts';
import type { AccessToken, Sessions } from './sessions.service.ts';
import { findByLogin, lockUser, noteActivity, type User } from './users.repository.ts';

/** What every way in answers. */
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

/** Logging in with a username or an e-mail address (SV-02). */
export function createLogin(context: AccountsContext, sessions: Sessions, isPasswordRight: PasswordCheck) {
  const { database, clock, origins } = context;
  return {
    async logIn(input: LoginInput, origin: CallOrigin): Promise<SignedIn> {
      const name = input.username || input.email || '';
      const found = await findByLogin(database.db, name);
      const attempt = { name, address: origin.address, hash: found?.password_hash, password: input.password };
      if (!(await isPasswordRight(attempt)) || !found) throw appError('invalid_credentials');
      const { user, session } = await database.transaction(async (tx) => {
        const user = await lockUser(tx, found.id);
        // The password was compared outside the transaction; it must still be this one.
        if (!user || user.password_hash !== found.password_hash) throw appError('invalid_credentials');
        if (user.suspended_at) throw appError('account_suspended');
        await noteActivity(tx, user.id, clock());
        await origins.note(tx, user.id, origin);
        return { user, session: await sessions.open(tx, user.id, origin.userAgent) };
      });
      return signedIn(user, await sessions.accessToken(user.username, session));
    },
  };
}
