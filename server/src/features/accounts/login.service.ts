import type { LoginInput, ProofInput, SignedIn } from '@adda/contract/accounts';
import type { Tx } from '../../platform/database/index.ts';
import { AppError, appError } from '../../platform/errors.ts';
import type { CallOrigin, Actor } from '../../platform/http/handler.ts';
import { setSceneUser } from '../../platform/logging/security-log.ts';
import type { AccountsContext } from './accounts.types.ts';
import type { Entrance } from './entrance.service.ts';
import type { PasskeyCeremonies } from './factors/passkey-ceremonies.service.ts';
import type { SecondFactor } from './factors/second-factor.service.ts';
import type { FactorCodes } from './factors/factor-codes.service.ts';
import type { PasswordCheck } from './password-check.service.ts';
import type { AccessToken, OpenSession, Sessions } from './sessions.service.ts';
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
    setSceneUser(found?.id);
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

/** Records a proof in the caller's session. `session` has the id of its new token, if it gets one. */
type RecordProof = (tx: Tx) => Promise<{ readonly provenUntil: Date; readonly session?: OpenSession }>;

/** Re-authentication: proves that the caller owns the account and not just a session (ID-03). */
export function createRecentProof(
  { database, tokens }: AccountsContext,
  { sessions, factorCodes, ceremonies, isPasswordRight }: ProofParts,
) {
  const proveByPassword = async (
    actor: Actor,
    password: string,
    { address, cookies }: CallOrigin,
    record: RecordProof,
  ) => {
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
      return record(tx);
    });
  };
  const proveByCode = (actor: Actor, code: string, origin: CallOrigin, record: RecordProof) =>
    factorCodes.withinLimits(actor, origin, async (tx) => {
      await lockUser(tx, actor.userId);
      return (await factorCodes.take(tx, actor.userId, code)) ? record(tx) : undefined;
    });
  const proveByPasskey = async (
    { userId }: Actor,
    response: NonNullable<ProofInput['passkey']>,
    record: RecordProof,
  ) => {
    const used = await ceremonies.verifyUse(response);
    if (used?.userId !== userId) return undefined;
    return database.transaction(async (tx) =>
      (await ceremonies.noteUse(tx, used)) ? record(tx) : undefined,
    );
  };
  const proofOf = (
    actor: Actor,
    { password, code, passkey }: ProofInput,
    origin: CallOrigin,
    record: RecordProof,
  ) => {
    if (passkey) return proveByPasskey(actor, passkey, record);
    return code
      ? proveByCode(actor, code, origin, record)
      : proveByPassword(actor, password ?? '', origin, record);
  };
  /** A cookie gets a new token with the proof. Other clients keep theirs: they know nothing of a new one (ID-07). */
  const recordFor = async (
    { sessionId }: Actor,
    { bearer, sessionCookie }: CallOrigin,
  ): Promise<RecordProof> => {
    if (bearer !== undefined) return async (tx) => ({ provenUntil: await sessions.prove(tx, sessionId) });
    const { tokenId } = await tokens.read(sessionCookie.use() ?? '');
    return (tx) => sessions.proveAnew(tx, { sessionId, tokenId });
  };

  return {
    /**
     * Marks the caller's session as proven; returns the expiry of the proof, and the new token of a session in a cookie. Throws
     * `proof_refused`, with the rate limits of login. The session stays valid either way.
     */
    async prove(
      actor: Actor,
      proof: ProofInput,
      origin: CallOrigin,
    ): Promise<Partial<AccessToken> & { readonly provenUntil: Date }> {
      const proven = await proofOf(actor, proof, origin, await recordFor(actor, origin));
      if (!proven)
        throw appError('proof_refused', {
          proof: proof.passkey ? 'passkey' : proof.code ? 'code' : 'password',
        });
      const { provenUntil, session } = proven;
      return { provenUntil, ...(session && (await sessions.accessToken(actor.username, session))) };
    },
  };
}

export type RecentProof = ReturnType<typeof createRecentProof>;
