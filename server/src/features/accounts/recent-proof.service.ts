import { appError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import type { PasswordCheck } from './password-check.ts';
import type { Sessions } from './sessions.service.ts';
import { findUser, lockUser } from './users.repository.ts';

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
