import { RECENT_PROOF_SECONDS, SESSION_SECONDS } from '@adda/contract/accounts';
import { afterCommit, type Queryable, type Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import { noteSecurityEvent, setSceneUser } from '../../platform/logging/security-log.ts';
import type { AccountsContext } from './accounts.types.ts';
import { classifyToken } from './accounts.policy.ts';
import { lockSession, type SessionWithUser } from './sessions.repository.ts';
import { createSharedAccess, type SessionAccess } from './session-access.service.ts';
import type { AccessToken, OpenSession, Sessions } from './sessions.service.ts';
import { findSuspendedUser, type SuspendedUser } from './account-status.repository.ts';
import type { TokenClaims } from './tokens.service.ts';
import { noteActivity } from './users.repository.ts';

/** Minimum interval between updates of `last_used_at`, so that reads cause few writes. */
const NOTE_USE_MS = 5 * 60 * 1000;

/** The caller, and when their token or session expires. */
export type Admitted = Actor & { readonly expiresAt: Date };

/** Returns the caller of a session. A proof is valid for `RECENT_PROOF_SECONDS` (ID-03). */
function actorOf(session: SessionWithUser, sessionId: string, now: Date): Actor {
  const { userId, username, role, isGuest, provenAt, hasTotp, hasPassword, passkeyCount } = session;
  const hasRecentProof =
    provenAt !== null && now.getTime() - provenAt.getTime() < RECENT_PROOF_SECONDS * 1000;
  return {
    userId,
    username,
    role,
    isGuest,
    sessionId,
    hasRecentProof,
    isPasswordEnough: hasPassword && !hasTotp,
    hasSecondFactor: hasTotp || passkeyCount > 0,
  };
}

const earlierOf = (one: Date, other: Date) => (one < other ? one : other);

/**
 * Called with the username after the signature check and before any database query (SV-103). If it throws, the caller
 * is refused.
 */
export type OnVerified = (username: string) => Promise<void> | void;

type Renewed = OpenSession & { readonly userId: number };

/**
 * Returns `account_suspended` for a session that the suspension ended, so that the client can show the reason (SV-50);
 * otherwise `invalid_token`.
 */
async function refusalOf(
  db: Queryable,
  { sessionId, username }: Pick<TokenClaims, 'sessionId' | 'username'>,
) {
  const suspended = await findSuspendedUser(db, sessionId);
  const showsReason = suspended?.isEndedBySuspension && suspended.username === username;
  return appError(showsReason ? 'account_suspended' : 'invalid_token');
}

/** Ends a session whose replaced token was used again: one of the two who have it is a thief. */
async function endReused(
  tx: Tx,
  sessions: Sessions,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: string },
): Promise<'invalid_token'> {
  await sessions.revoke(tx, userId, { only: sessionId }, 'revoked');
  afterCommit(tx, () => noteSecurityEvent('token_reused', { userId }));
  return 'invalid_token';
}

/** Verifies tokens. The signature alone is not enough: session and account in the database decide. */
export function createAuthentication(context: AccountsContext, sessions: Sessions) {
  const { database, tokens, clock } = context;
  const admissions = createSharedAccess(context, 'admissions');
  const requests = createSharedAccess(context, 'requests');

  const admit = async (token: string, access: SessionAccess, onVerified?: OnVerified): Promise<Admitted> => {
    const claims = await tokens.read(token);
    const now = clock();
    if (claims.expiresAt <= now) throw appError('token_expired');
    await onVerified?.(claims.username);
    const session = await access.find(claims.sessionId);
    if (!session) throw await refusalOf(database.db, claims);
    if (session.username !== claims.username) throw appError('invalid_token');
    setSceneUser(session.userId);
    if (session.suspendedAt) throw appError('account_suspended');
    if (session.expiresAt <= now) throw appError('token_expired');
    if (classifyToken(session, claims.tokenId, now) === 'old') throw appError('invalid_token');
    if (now.getTime() - session.lastUsedAt.getTime() > NOTE_USE_MS && database.isWritable())
      await access.noteUse({ sessionId: claims.sessionId, userId: session.userId });
    const expiresAt = earlierOf(claims.expiresAt, session.expiresAt);
    return { ...actorOf(session, claims.sessionId, now), expiresAt };
  };

  const renew = async (tx: Tx, claims: TokenClaims): Promise<Renewed | 'invalid_token' | 'token_expired'> => {
    const { sessionId, tokenId } = claims;
    const session = await lockSession(tx, sessionId);
    if (!session || session.username !== claims.username || session.suspendedAt) return 'invalid_token';
    if (session.expiresAt <= clock()) return 'token_expired';
    const { userId } = session;
    const renewed = await sessions.renew(tx, session, { sessionId, tokenId });
    return renewed ? { userId, ...renewed } : endReused(tx, sessions, { userId, sessionId });
  };

  return {
    /** Returns the caller of a request. Throws `invalid_token`, `token_expired` or `account_suspended`. */
    async authenticate(token: string, onVerified?: OnVerified): Promise<Actor> {
      const { expiresAt: _expiresAt, ...actor } = await admit(token, requests, onVerified);
      return actor;
    },

    /** Returns the caller by session id, for requests without a token; undefined unless the session is usable. */
    async callerOf(sessionId: string): Promise<Actor | undefined> {
      const session = await requests.find(sessionId);
      const now = clock();
      if (!session || session.suspendedAt || session.expiresAt <= now) return undefined;
      return actorOf(session, sessionId, now);
    },

    /**
     * Returns the suspended user of a valid token within the session window, even if the session ended; undefined if
     * the user is not suspended (SV-50). It grants no access. Throws `token_expired` or `invalid_token`.
     */
    async suspendedUserOf(token: string): Promise<SuspendedUser | undefined> {
      const claims = await tokens.read(token);
      if (claims.issuedAt.getTime() + SESSION_SECONDS * 1000 <= clock().getTime())
        throw appError('token_expired');
      const suspended = await findSuspendedUser(database.db, claims.sessionId);
      return suspended?.username === claims.username ? suspended : undefined;
    },

    /** Admits a socket with a valid token whose username equals `self` (Q-03, SV-101). */
    async admitSocket(
      token: string | undefined,
      self: string | undefined,
      onVerified?: OnVerified,
    ): Promise<Admitted> {
      if (!token) throw appError('not_authenticated');
      const admitted = await admit(token, admissions, onVerified);
      if (self !== admitted.username) throw appError('self_mismatch');
      return admitted;
    },

    /**
     * Checks again that the session of an open socket is usable; its token was verified when it opened. Throws
     * `invalid_token` or `account_suspended`.
     */
    async reauthorizeSocket(socket: Pick<TokenClaims, 'sessionId' | 'username'>): Promise<void> {
      const session = await admissions.find(socket.sessionId);
      if (!session) throw await refusalOf(database.db, socket);
      if (session.suspendedAt) throw appError('account_suspended');
    },

    /**
     * Exchanges a token for a new one (SV-06, X-24): that of the header or the body, else that of the session cookie (ID-07). Reusing a
     * token after its grace period ends the session.
     */
    async refresh({ bearer, sessionCookie }: CallOrigin, inBody: string | undefined): Promise<AccessToken> {
      if (bearer && inBody && bearer !== inBody) throw appError('tokens_differ');
      const token = bearer ?? inBody ?? sessionCookie.use();
      if (!token) throw appError('not_authenticated');
      const claims = await tokens.read(token);
      sessionCookie.checkUser(claims.username);
      if (claims.issuedAt.getTime() + SESSION_SECONDS * 1000 <= clock().getTime())
        throw appError('token_expired');
      const renewed = await database.transaction((tx) => renew(tx, claims));
      if (typeof renewed === 'string') throw appError(renewed);
      await noteActivity(database.db, renewed.userId, clock());
      return sessions.accessToken(claims.username, renewed);
    },
  };
}

export type Authentication = ReturnType<typeof createAuthentication>;
