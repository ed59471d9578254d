import type { SecondFactorMethod } from '@adda/contract/accounts';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../../platform/http/handler.ts';
import type { AccountsContext } from '../accounts.types.ts';
import type { OwnerMails } from '../mails.service.ts';
import { findUser, lockUser, type User } from '../users.repository.ts';
import type { FactorCodes } from './factor-codes.service.ts';
import {
  createRecoveryCodes,
  createSecretCipher,
  createTotpSecret,
  describeTotpSecret,
  hashOfCode,
  plainCode,
  stepOfCode,
} from './totp.codec.ts';
import * as stored from './totp.repository.ts';

type Deps = { readonly ownerMails: OwnerMails; readonly factorCodes: FactorCodes };

/** The authenticator app and the recovery codes of an account (ID-02). */
export function createTotp(
  { database, jwtSecret, clock }: AccountsContext,
  { ownerMails, factorCodes }: Deps,
) {
  const cipher = createSecretCipher(jwtSecret);

  const newRecoveryCodes = async (tx: Tx, userId: number): Promise<string[]> => {
    const codes = createRecoveryCodes();
    await stored.replaceRecoveryCodes(tx, userId, codes.map(hashOfCode), clock());
    return codes;
  };
  const lockWithTotp = async (tx: Tx, { userId }: Actor): Promise<User> => {
    const user = await lockUser(tx, userId);
    if (!user?.has_totp) throw appError('totp_not_set_up');
    return user;
  };

  return {
    /** Makes a secret that waits for its first code. */
    async begin({ userId, username }: Actor) {
      const secret = createTotpSecret();
      await stored.storeUnconfirmed(database.db, userId, cipher.seal(secret, userId));
      return describeTotpSecret(secret, username);
    },

    /** Returns the recovery codes. Throws `code_refused`, `totp_not_set_up` or `too_many_login_attempts`. */
    async confirm(actor: Actor, code: string, origin: CallOrigin): Promise<string[]> {
      const codes = await factorCodes.withinLimits(actor, origin, async (tx) => {
        const user = await lockUser(tx, actor.userId);
        const sealed = (await stored.findSecrets(tx, actor.userId))?.unconfirmed_secret;
        const secret = sealed && cipher.open(sealed, actor.userId);
        if (!user || !secret) throw appError('totp_not_set_up');
        const step = stepOfCode(secret, plainCode(code), clock());
        if (step === undefined) return undefined;
        await stored.confirmSecret(tx, user.id, step, clock());
        await ownerMails.mailOwner(tx, user.id, { kind: 'totp_on' });
        return newRecoveryCodes(tx, user.id);
      });
      if (!codes) throw appError('code_refused');
      return codes;
    },

    /** Returns ten new recovery codes. Throws `totp_not_set_up`. */
    renewRecoveryCodes: (actor: Actor): Promise<string[]> =>
      database.transaction(async (tx) => newRecoveryCodes(tx, (await lockWithTotp(tx, actor)).id)),

    /** Throws `totp_not_set_up`. */
    remove: (actor: Actor): Promise<void> =>
      database.transaction(async (tx) => {
        const { id } = await lockWithTotp(tx, actor);
        await stored.deleteTotp(tx, id);
        await ownerMails.mailOwner(tx, id, { kind: 'totp_off' });
      }),

    /** Returns which factors the caller has. */
    async factors({ userId }: Actor) {
      const user = await findUser(database.db, userId);
      return {
        totp: user?.has_totp === true,
        recovery_codes_left: await stored.countRecoveryCodes(database.db, userId),
        passkeys: user?.passkey_count ?? 0,
        password: user?.password_hash !== null,
      };
    },

    /** Returns how a login of this user may be finished. */
    async methodsOf(db: Queryable, user: User): Promise<SecondFactorMethod[]> {
      const left = await stored.countRecoveryCodes(db, user.id);
      return [
        'totp',
        ...(left > 0 ? (['recovery_code'] as const) : []),
        ...(user.passkey_count > 0 ? (['passkey'] as const) : []),
      ];
    },
  };
}

export type Totp = ReturnType<typeof createTotp>;
