import { createHash } from 'node:crypto';
import {
  CHALLENGE_SECONDS,
  CHALLENGE_TRIES,
  type AuthenticationResponse,
  type SignedIn,
} from '@adda/contract/accounts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError, type AppError } from '../../../platform/errors.ts';
import type { CallOrigin } from '../../../platform/http/handler.ts';
import { setSceneUser } from '../../../platform/logging/security-log.ts';
import { randomId } from '../accounts.policy.ts';
import type { AccountsContext } from '../accounts.types.ts';
import type { Entrance } from '../entrance.service.ts';
import { findUser, type User } from '../users.repository.ts';
import type { FactorCodes } from './factor-codes.service.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.service.ts';
import type { Totp } from './totp.service.ts';
import { countTry, insertLoginChallenge, takeLoginChallenge } from './totp.repository.ts';

type Answer = {
  readonly challenge: string;
  readonly code?: string | undefined;
  readonly passkey?: AuthenticationResponse | undefined;
};

type Deps = {
  readonly totp: Totp;
  readonly factorCodes: FactorCodes;
  readonly ceremonies: PasskeyCeremonies;
  readonly entrance: Entrance;
};

const hashOf = (challenge: string): string => createHash('sha256').update(challenge).digest('base64url');

/** The second step of a login with an authenticator app (ID-02), and the login with a passkey alone (ID-01). */
export function createSecondFactor(
  { database, clock }: AccountsContext,
  { totp, factorCodes, ceremonies, entrance }: Deps,
) {
  const finishByCode = async (user: User, challengeHash: string, code: string, origin: CallOrigin) => {
    const entered = await factorCodes.withinLimits(
      { userId: user.id, username: user.username },
      origin,
      async (tx) => {
        // Before any other row: whoever changes the factors of a user locks the user first.
        await entrance.admit(tx, user.id);
        if (!(await takeLoginChallenge(tx, challengeHash))) throw appError('challenge_gone');
        return (await factorCodes.take(tx, user.id, code)) ? entrance.enter(tx, user.id, origin) : undefined;
      },
    );
    if (!entered) throw appError('wrong_code');
    return entered;
  };

  const finishByPasskey = async (
    user: User,
    challengeHash: string,
    response: AuthenticationResponse,
    origin: CallOrigin,
  ) => {
    const used = await ceremonies.verifyUse(response);
    if (used?.userId !== user.id) throw appError('passkey_login_refused');
    return database.transaction(async (tx) => {
      await entrance.admit(tx, user.id);
      if (!(await takeLoginChallenge(tx, challengeHash))) throw appError('challenge_gone');
      if (!(await ceremonies.noteUse(tx, used))) throw appError('passkey_login_refused');
      return entrance.enter(tx, user.id, origin);
    });
  };

  return {
    /** Returns the refusal with the challenge that `finish` takes. It belongs to the transaction that checked the password. */
    async needed(tx: Tx, user: User): Promise<AppError> {
      const challenge = randomId() + randomId();
      const expiresAt = new Date(clock().getTime() + CHALLENGE_SECONDS * 1000);
      await insertLoginChallenge(tx, user.id, hashOf(challenge), expiresAt);
      const methods = await totp.methodsOf(tx, user);
      return appError('second_factor_needed', { challenge, methods });
    },

    /**
     * Finishes a login. Throws `wrong_code`, `passkey_login_refused`, `too_many_login_attempts`, or `challenge_gone` for a
     * challenge that is used, expired, or was answered wrong five times.
     */
    async finish({ challenge, code, passkey }: Answer, origin: CallOrigin): Promise<SignedIn> {
      const challengeHash = hashOf(challenge);
      const userId = await countTry(database.db, challengeHash, { mostTries: CHALLENGE_TRIES, now: clock() });
      const user = userId === undefined ? undefined : await findUser(database.db, userId);
      setSceneUser(userId);
      if (!user) throw appError('challenge_gone');
      const entered = passkey
        ? await finishByPasskey(user, challengeHash, passkey, origin)
        : await finishByCode(user, challengeHash, code ?? '', origin);
      return entrance.answer(entered);
    },

    /** Logs in with a passkey, complete by itself. Throws `passkey_login_refused` or `account_suspended`. */
    async logInByPasskey(response: AuthenticationResponse, origin: CallOrigin): Promise<SignedIn> {
      const used = await ceremonies.verifyUse(response);
      setSceneUser(used?.userId);
      if (!used) throw appError('passkey_login_refused');
      const entered = await database.transaction(async (tx) => {
        await entrance.admit(tx, used.userId);
        if (!(await ceremonies.noteUse(tx, used))) throw appError('passkey_login_refused');
        return entrance.enter(tx, used.userId, origin);
      });
      return entrance.answer(entered);
    },
  };
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;
