import { RECENT_PROOF_SECONDS, SESSION_SECONDS } from '@adda/contract/accounts';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import { judgeToken } from './accounts.policy.ts';
import { findSession, lockSession, noteUse, type SessionWithUser } from './sessions.repository.ts';
import type { AccessToken, OpenSession, Sessions } from './sessions.service.ts';
import { findShutOut, type ShutOut } from './account-status/account-status.repository.ts';
import type { TokenClaims } from './tokens.ts';
import { noteActivity } from './users.repository.ts';

/** Use is noted at most this often, so that reading costs no write. */
const NOTE_USE_MS = 5 * 60 * 1000;

/** Who is calling, and until when the token says so. */
export type Admitted = Actor & { readonly expiresAt: Date };

/** The caller whose session this is; a proof counts for `RECENT_PROOF_SECONDS` (ID-03). */
function actorOf(session: SessionWithUser, sessionId: string, now: Date): Actor {
  const { userId, username, role, isGuest, provenAt } = session;
  const hasRecentProof =
    provenAt !== null && now.getTime() - provenAt.getTime() < RECENT_PROOF_SECONDS * 1000;
  return { userId, username, role, isGuest, sessionId, hasRecentProof };
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);

/**
 * Hears whose token it is once its signature is checked, before anything is looked up (SV-103). What it throws refuses
 * the caller.
 */
export type OnVerified = (username: string) => Promise<void> | void;

type Renewed = OpenSession & { readonly userId: number };

/** A session that ended because its person was suspended says so, that the client can tell them why (SV-50). */
async function refusalOf(
  db: Queryable,
  { sessionId, username }: Pick<TokenClaims, 'sessionId' | 'username'>,
) {
  const shutOut = await findShutOut(db, sessionId);
  const isSaid = shutOut?.isEndedBySuspension && shutOut.username === username;
  return appError(isSaid ? 'account_suspended' : 'invalid_token');
}

/** Decides what a token is worth: the session and the account in the database have the last word. */
export function createAuthentication(context: AccountsContext, sessions: Sessions) {
  const { database, tokens, clock } = context;

  const admit = async (token: string, onVerified?: OnVerified): Promise<Admitted> => {
    const claims = await tokens.read(token);
    const now = clock();
    if (claims.expiresAt <= now) throw appError('token_expired');
    await onVerified?.(claims.username);
    const session = await findSession(database.db, claims.sessionId);
    if (!session) throw await refusalOf(database.db, claims);
    if (session.username !== claims.username) throw appError('invalid_token');
    if (session.suspendedAt) throw appError('account_suspended');
    if (session.expiresAt <= now) throw appError('token_expired');
    if (judgeToken(session, claims.tokenId, now) === 'old') throw appError('invalid_token');
    if (now.getTime() - session.lastUsedAt.getTime() > NOTE_USE_MS && database.isWritable()) {
      await noteUse(database.db, claims.sessionId, now);
      await noteActivity(database.db, session.userId, now);
    }
    const expiresAt = earlier(claims.expiresAt, session.expiresAt);
    return { ...actorOf(session, claims.sessionId, now), expiresAt };
  };

  const renew = async (tx: Tx, claims: TokenClaims): Promise<Renewed | 'invalid_token' | 'token_expired'> => {
    const { sessionId, tokenId } = claims;
    const session = await lockSession(tx, sessionId);
    if (!session || session.username !== claims.username || session.suspendedAt) return 'invalid_token';
    if (session.expiresAt <= clock()) return 'token_expired';
    const standing = judgeToken(session, tokenId, clock());
    const { userId } = session;
    if (standing === 'current') return { userId, ...(await sessions.rotate(tx, sessionId, tokenId)) };
    // The second of two tabs gets a token for the session as the first one left it.
    if (standing === 'grace') return { userId, sessionId, tokenId: session.tokenId };
    await sessions.revoke(tx, userId, { only: sessionId }, 'revoked');
    return 'invalid_token';
  };

  return {
    /** The caller of a request. Throws `invalid_token`, `token_expired` or `account_suspended`. */
    async authenticate(token: string, onVerified?: OnVerified): Promise<Actor> {
      const { expiresAt: _expiresAt, ...actor } = await admit(token, onVerified);
      return actor;
    },

    /** Whose session this is, for calls that bring no token; undefined unless it can still be used. */
    async callerOf(sessionId: string): Promise<Actor | undefined> {
      const session = await findSession(database.db, sessionId);
      const now = clock();
      if (!session || session.suspendedAt || session.expiresAt <= now) return undefined;
      return actorOf(session, sessionId, now);
    },

    /**
     * Who is suspended and shows a token of ours within the window of sessions, also one whose session ended; it opens
     * nothing (SV-50). Throws `token_expired` or `invalid_token`; undefined for who is not suspended.
     */
    async shutOutOf(token: string): Promise<ShutOut | undefined> {
      const claims = await tokens.read(token);
      if (claims.issuedAt.getTime() + SESSION_SECONDS * 1000 <= clock().getTime())
        throw appError('token_expired');
      const shutOut = await findShutOut(database.db, claims.sessionId);
      return shutOut?.username === claims.username ? shutOut : undefined;
    },

    /** Admits a socket: a valid token, and `self` names the same person (Q-03, SV-101). */
    async admitSocket(
      token: string | undefined,
      self: string | undefined,
      onVerified?: OnVerified,
    ): Promise<Admitted> {
      if (!token) throw appError('not_authenticated');
      const admitted = await admit(token, onVerified);
      if (self !== admitted.username) throw appError('self_mismatch');
      return admitted;
    },

    /**
     * Looks again whether the session of an open socket lives; its token was shown when it opened. Throws
     * `invalid_token` or `account_suspended`.
     */
    async reauthorizeSocket(socket: Pick<TokenClaims, 'sessionId' | 'username'>): Promise<void> {
      const session = await findSession(database.db, socket.sessionId);
      if (!session) throw await refusalOf(database.db, socket);
      if (session.suspendedAt) throw appError('account_suspended');
    },

    /** Trades a token for a fresh one (SV-06, X-24). A token that was traded before the grace ends the session. */
    async refresh(bearer: string | undefined, inBody: string | undefined): Promise<AccessToken> {
      if (bearer && inBody && bearer !== inBody) throw appError('tokens_differ');
      const token = bearer ?? inBody;
      if (!token) throw appError('not_authenticated');
      const claims = await tokens.read(token);
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
