import type { OwnSanction } from '@adda/contract/moderation';
import type { Database } from '../../../../platform/database/index.ts';
import { AppError, appError } from '../../../../platform/errors.ts';
import type { CallOrigin } from '../../../../platform/http/handler.ts';
import type { Accounts } from '../../../accounts/index.ts';
import { ownSanctionOf } from '../sanction-rows.ts';
import type { SanctionLifter } from '../lift-sanction.ts';
import { findActiveSuspension, listSanctions } from '../sanctions.repository.ts';
import { findUsername } from '../people/people.repository.ts';
import type { Appeals } from './appeals.service.ts';

type Deps = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'suspendedUserOf' | 'provenBy'>;
  readonly sanctionLifter: Pick<SanctionLifter, 'endIfExpired'>;
  readonly appeals: Pick<Appeals, 'submit'>;
};

/** Proof of identity: the token of the ended session, or name and password. */
export type Proof = {
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
};

export type SuspendedUsers = ReturnType<typeof createSuspendedUsers>;

/** Creates the commands available to suspended users, who have no session (SV-50). */
export function createSuspendedUsers({ database, accounts, sanctionLifter, appeals }: Deps) {
  async function byToken(token: string): Promise<number> {
    try {
      const found = await accounts.suspendedUserOf(token);
      if (found) return found.userId;
    } catch (error) {
      // A forged or expired token proves nothing.
      throw error instanceof AppError ? appError('invalid_credentials') : error;
    }
    throw appError('no_suspension');
  }

  async function suspensionOf(proof: Proof, origin: CallOrigin) {
    const { token, username = '', password = '' } = proof;
    const userId = token ? await byToken(token) : await accounts.provenBy(username, password, origin);
    await database.transaction((tx) => sanctionLifter.endIfExpired(tx, userId));
    const [accountStatus, name] = await Promise.all([
      findActiveSuspension(database.db, userId),
      findUsername(database.db, userId),
    ]);
    if (!accountStatus || name === undefined) throw appError('no_suspension');
    return { userId, username: name, sanctionId: accountStatus.id };
  }

  return {
    /** Returns all sanctions of a user, newest first. */
    listOwn: async (userId: number): Promise<OwnSanction[]> =>
      (await listSanctions(database.db, userId)).map(ownSanctionOf),

    /**
     * Returns the active suspension. Throws `invalid_credentials`, `too_many_login_attempts` or `no_suspension`.
     */
    async read(proof: Proof, origin: CallOrigin): Promise<{ username: string; sanction: OwnSanction }> {
      const { userId, username, sanctionId } = await suspensionOf(proof, origin);
      const sanctions = await listSanctions(database.db, userId);
      const sanction = sanctions.find((each) => each.sanction_id === sanctionId);
      if (!sanction) throw appError('no_suspension');
      return { username, sanction: ownSanctionOf(sanction) };
    },

    /** Appeals the active suspension. Throws the same as `read`, `appeal_text_too_short` or `appeal_exists`. */
    async appeal(proof: Proof & { readonly text: string }, origin: CallOrigin): Promise<void> {
      const { sanctionId, ...person } = await suspensionOf(proof, origin);
      try {
        await appeals.submit(person, sanctionId, proof.text);
      } catch (error) {
        // The suspension ended in the meantime.
        if (error instanceof AppError && error.code === 'sanction_not_found') throw appError('no_suspension');
        throw error;
      }
    },
  };
}
