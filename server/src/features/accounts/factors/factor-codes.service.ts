import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import type { CallOrigin } from '../../../platform/http/handler.ts';
import { noteSecurityEvent } from '../../../platform/logging/security-log.ts';
import type { AccountsContext } from '../accounts.types.ts';
import type { GuessLimits } from '../guess-limits.service.ts';
import type { OwnerMails } from '../mails.service.ts';
import { createSecretCipher, hashOfCode, plainCode, stepOfCode } from './totp.codec.ts';
import * as stored from './totp.repository.ts';

type Deps = { readonly ownerMails: OwnerMails; readonly guessLimits: GuessLimits };

/** The codes that prove who a user is: of the authenticator app, and recovery codes (ID-02). */
export function createFactorCodes(
  { database, jwtSecret, clock }: AccountsContext,
  { ownerMails, guessLimits }: Deps,
) {
  const cipher = createSecretCipher(jwtSecret);
  return {
    /** Uses up a code of the app or a recovery code. Returns false if it is wrong or used up. */
    async take(tx: Tx, userId: number, code: string): Promise<boolean> {
      const plain = plainCode(code);
      const { secret } = (await stored.findSecrets(tx, userId)) ?? {};
      const opened = secret && cipher.open(secret, userId);
      const step = opened && stepOfCode(opened, plain, clock());
      if (typeof step === 'number') return stored.takeStep(tx, userId, step);
      if (!(await stored.takeRecoveryCode(tx, userId, hashOfCode(plain)))) return false;
      await ownerMails.mailOwner(tx, userId, { kind: 'recovery_code_used' });
      afterCommit(tx, () => noteSecurityEvent('recovery_code_used', { userId }));
      return true;
    },

    /**
     * Runs `take` in a transaction, within the limits of guesses, and resolves with what it returns; undefined counts as a
     * wrong code, and nothing of the transaction is kept. Throws `too_many_login_attempts`.
     */
    async withinLimits<T>(
      { userId, username: name }: { readonly userId: number; readonly username: string },
      { address, cookies }: CallOrigin,
      take: (tx: Tx) => Promise<T | undefined>,
    ): Promise<T | undefined> {
      let taken: T | undefined;
      const wrong = new Error('wrong code');
      await guessLimits({ what: 'code', name, userId, address, cookies }, async () => {
        try {
          taken = await database.transaction(async (tx) => {
            const made = await take(tx);
            if (made === undefined) throw wrong;
            return made;
          });
          return true;
        } catch (error) {
          if (error === wrong) return false;
          throw error;
        }
      });
      return taken;
    },
  };
}

export type FactorCodes = ReturnType<typeof createFactorCodes>;
