import type { OwnSanction } from '@adda/contract/moderation';
import type { Database } from '../../../../platform/database/index.ts';
import { AppError, appError } from '../../../../platform/errors.ts';
import type { CallOrigin } from '../../../../platform/http/handler.ts';
import type { Accounts } from '../../../accounts/index.ts';
import { ownSanctionOf } from '../sanction-rows.ts';
import type { SanctionLifter } from '../lift-sanction.ts';
import { findStanding, listSanctions } from '../sanctions.repository.ts';
import { findUsername } from '../people/people.repository.ts';
import type { Appeals } from './appeals.service.ts';

type Deps = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'shutOutOf' | 'provenBy'>;
  readonly sanctionLifter: Pick<SanctionLifter, 'endWhenOver'>;
  readonly appeals: Pick<Appeals, 'submit'>;
};

/** By what somebody shows who they are: the token of the session that ended, or name and password. */
export type Proof = {
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
};

/** What a suspended person may do without being let in (SV-50). */
export type ShutOutPeople = ReturnType<typeof createShutOutPeople>;

/** Makes it. */
export function createShutOutPeople({ database, accounts, sanctionLifter, appeals }: Deps) {
  async function byToken(token: string): Promise<number> {
    try {
      const found = await accounts.shutOutOf(token);
      if (found) return found.userId;
    } catch (error) {
      // Forged or past the window: it proves nothing.
      throw error instanceof AppError ? appError('invalid_credentials') : error;
    }
    throw appError('no_suspension');
  }

  async function suspensionOf(proof: Proof, origin: CallOrigin) {
    const { token, username = '', password = '' } = proof;
    const userId = token ? await byToken(token) : await accounts.provenBy(username, password, origin);
    await database.transaction((tx) => sanctionLifter.endWhenOver(tx, userId));
    const [accountStatus, name] = await Promise.all([
      findStanding(database.db, userId),
      findUsername(database.db, userId),
    ]);
    if (!accountStatus || name === undefined) throw appError('no_suspension');
    return { userId, username: name, sanctionId: accountStatus.id };
  }

  return {
    /** Everything that was decided against somebody who is let in, the newest first. */
    listOwn: async (userId: number): Promise<OwnSanction[]> =>
      (await listSanctions(database.db, userId)).map(ownSanctionOf),

    /**
     * The suspension that stands. Throws `invalid_credentials`, `too_many_login_attempts` or `no_suspension`.
     */
    async read(proof: Proof, origin: CallOrigin): Promise<{ username: string; sanction: OwnSanction }> {
      const { userId, username, sanctionId } = await suspensionOf(proof, origin);
      const sanctions = await listSanctions(database.db, userId);
      const sanction = sanctions.find((each) => each.sanction_id === sanctionId);
      if (!sanction) throw appError('no_suspension');
      return { username, sanction: ownSanctionOf(sanction) };
    },

    /** Asks for another look at it. Throws the same, `appeal_text_too_short` or `appeal_exists`. */
    async appeal(proof: Proof & { readonly text: string }, origin: CallOrigin): Promise<void> {
      const { sanctionId, ...person } = await suspensionOf(proof, origin);
      try {
        await appeals.submit(person, sanctionId, proof.text);
      } catch (error) {
        // It has ended in between.
        if (error instanceof AppError && error.code === 'sanction_not_found') throw appError('no_suspension');
        throw error;
      }
    },
  };
}
