import type { LoginInput, ProofInput, SignedIn } from '@adda/contract/accounts';
import { AppError, appError } from '../../platform/errors.ts';
import type { CallOrigin, Actor } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.types.ts';
import type { Entrance } from './entrance.service.ts';
import type { PasskeyCeremonies } from './factors/passkey-ceremonies.service.ts';
import type { SecondFactor } from './factors/second-factor.service.ts';
import type { FactorCodes } from './factors/factor-codes.service.ts';
import type { PasswordCheck } from './password-check.service.ts';
import type { Sessions } from './sessions.service.ts';
import { findByLogin, findUser, lockUser, type User } from './users.repository.ts';

type LoginParts = {
  readonly entrance: Entrance;
  readonly secondFactor: SecondFactor;
  readonly isPasswordRight: PasswordCheck;
};

/** Login with a username or an e-mail address (SV-02). */
export function createLogin(
  { database }: AccountsContext,
  { entrance, secondFactor, isPasswordRight }: LoginParts,
) {
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

  return {
    /**
     * Returns the id of the user with this name and password, with the rate limits of login. Throws
     * `invalid_credentials`.
     */
    async provenBy(name: string, password: string, origin: CallOrigin): Promise<number> {
      return (await verifyCredentials(name, password, origin)).id;
    },

    /** Throws `second_factor_needed` for an account with an authenticator app (ID-02). */
    async logIn(input: LoginInput, origin: CallOrigin): Promise<SignedIn> {
      const found = await verifyCredentials(input.username || input.email || '', input.password, origin);
      const entered = await database.transaction(async (tx) => {
        const user = await entrance.admit(tx, found.id);
        // The password was compared outside the transaction; the hash must not have changed since.
        if (user.password_hash !== found.password_hash) throw appError('invalid_credentials');
        return user.has_totp ? secondFactor.needed(tx, user) : entrance.enter(tx, user.id, origin);
      });
      if (entered instanceof AppError) throw entered;
      return entrance.answer(entered);
    },
  };
}

type ProofParts = {
  readonly sessions: Sessions;
  readonly factorCodes: FactorCodes;
  readonly ceremonies: PasskeyCeremonies;
  readonly isPasswordRight: PasswordCheck;
};

/** Re-authentication: proves that the caller owns the account and not just a session (ID-03). */
export function createRecentProof(
  { database }: AccountsContext,
  { sessions, factorCodes, ceremonies, isPasswordRight }: ProofParts,
) {
  const proveByPassword = async (actor: Actor, password: string, { address, cookies }: CallOrigin) => {
    const { userId, username: name } = actor;
    const user = await findUser(database.db, userId);
    const hash = user?.password_hash;
    // With an authenticator app, a password alone proves nothing.
    const isRight =
      !user?.has_totp && (await isPasswordRight({ name, userId, address, cookies, hash, password }));
    if (!isRight) return undefined;
    return database.transaction(async (tx) => {
      // The password was compared outside the transaction; the hash must not have changed since.
      if ((await lockUser(tx, userId))?.password_hash !== hash) return undefined;
      return sessions.prove(tx, actor.sessionId);
    });
  };
  const proveByCode = (actor: Actor, code: string, origin: CallOrigin) =>
    factorCodes.withinLimits(actor, origin, async (tx) => {
      await lockUser(tx, actor.userId);
      return (await factorCodes.take(tx, actor.userId, code))
        ? sessions.prove(tx, actor.sessionId)
        : undefined;
    });
  const proveByPasskey = async (actor: Actor, response: NonNullable<ProofInput['passkey']>) => {
    const used = await ceremonies.verifyUse(response);
    if (used?.userId !== actor.userId) return undefined;
    return database.transaction(async (tx) =>
      (await ceremonies.noteUse(tx, used)) ? sessions.prove(tx, actor.sessionId) : undefined,
    );
  };

  return {
    /**
     * Marks the caller's session as proven and returns the expiry of the proof. Throws `proof_refused`, with the rate
     * limits of login. The session stays valid either way.
     */
    async prove(actor: Actor, { password, code, passkey }: ProofInput, origin: CallOrigin): Promise<Date> {
      if (passkey) {
        const until = await proveByPasskey(actor, passkey);
        if (!until) throw appError('proof_refused', { proof: 'passkey' });
        return until;
      }
      const until = code
        ? await proveByCode(actor, code, origin)
        : await proveByPassword(actor, password ?? '', origin);
      if (!until) throw appError('proof_refused', { proof: code ? 'code' : 'password' });
      return until;
    },
  };
}

export type RecentProof = ReturnType<typeof createRecentProof>;
