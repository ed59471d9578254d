import { appError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import type { PasswordCheck } from './password-check.ts';
import type { Sessions } from './sessions.service.ts';
import { findUser, lockUser } from './users.repository.ts';

/** Proving again that the caller is the owner of the account, and not only of a session (ID-03). */
export function createRecentProof(
  { database }: AccountsContext,
  sessions: Sessions,
  isPasswordRight: PasswordCheck,
) {
  return {
    /**
     * Marks the caller's session as proven; answers until when. Throws `proof_refused`, with the limits of logging in
     * the session goes on either way.
     */
    async prove(actor: Actor, password: string, { address, cookies }: CallOrigin): Promise<Date> {
      const { userId, username: name } = actor;
      const hash = (await findUser(database.db, userId))?.password_hash;
      if (!(await isPasswordRight({ name, userId, address, cookies, hash, password })))
        throw appError('proof_refused');
      return database.transaction(async (tx) => {
        // Compared outside the transaction: it must still be this one.
        if ((await lockUser(tx, userId))?.password_hash !== hash) throw appError('proof_refused');
        return sessions.prove(tx, actor.sessionId);
      });
    },
  };
}

export type RecentProof = ReturnType<typeof createRecentProof>;
