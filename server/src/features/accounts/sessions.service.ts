import { RECENT_PROOF_SECONDS, SESSION_SECONDS, TOKEN_SECONDS, type Session } from '@adda/contract/accounts';
import { afterCommit, type Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import type { SessionEnded } from './accounts.events.ts';
import type { AccountsContext } from './accounts.types.ts';
import { classifyToken, deviceName, randomId } from './accounts.policy.ts';
import * as sessions from './sessions.repository.ts';

/** A session and the id of its current token. */
export type OpenSession = { readonly sessionId: string; readonly tokenId: string };

/** A new access token as sent to the client; `token` repeats `access_token`. */
export type AccessToken = { access_token: string; token: string; token_type: 'bearer'; expires_in: number };

/** Where the sliding window of a session ends that is used now. */
const windowEnd = (now: Date) => new Date(now.getTime() + SESSION_SECONDS * 1000);

/** The tokens of sessions: what they prove, and new ones. */
function createSessionTokens({ tokens, clock }: Pick<AccountsContext, 'tokens' | 'clock'>) {
  return {
    /** Records that the password was entered in this session. Returns the expiry of the proof (ID-03). */
    async prove(tx: Tx, sessionId: string): Promise<Date> {
      const now = clock();
      await sessions.updateSession(tx, sessionId, { proven_at: now });
      return new Date(now.getTime() + RECENT_PROOF_SECONDS * 1000);
    },

    /**
     * Issues a new token id to a caller with the current one. A concurrent call of a second tab, which has the former one, gets the
     * same new token. Resolves with undefined for a token that is older or past its grace period.
     */
    async renew(
      tx: Tx,
      session: sessions.SessionWithUser,
      { sessionId, tokenId }: OpenSession,
    ): Promise<OpenSession | undefined> {
      const state = classifyToken(session, tokenId, clock());
      if (state === 'current') return this.rotate(tx, sessionId, tokenId);
      return state === 'grace' ? { sessionId, tokenId: session.tokenId } : undefined;
    },

    /**
     * Records a proof, as `prove`, and issues a new token, as `renew`, so that the former token does not gain the proof. Throws
     * `invalid_token` if the session was ended or its token replaced meanwhile.
     */
    async proveAnew(tx: Tx, caller: OpenSession) {
      const session = await sessions.lockSession(tx, caller.sessionId);
      const renewed = session && (await this.renew(tx, session, caller));
      if (!renewed) throw appError('invalid_token');
      return { provenUntil: await this.prove(tx, caller.sessionId), session: renewed };
    },

    /**
     * Issues a new token id. The `previous` one stays valid for the grace period; without it the old token is invalid
     * immediately.
     */
    async rotate(tx: Tx, sessionId: string, previous?: string): Promise<OpenSession> {
      const now = clock();
      const tokenId = randomId();
      await sessions.updateSession(tx, sessionId, {
        token_id: tokenId,
        previous_token_id: previous ?? null,
        rotated_at: now,
        last_used_at: now,
        expires_at: windowEnd(now),
      });
      return { sessionId, tokenId };
    },

    async accessToken(username: string, session: OpenSession): Promise<AccessToken> {
      const token = await tokens.sign({ username, ...session }, clock());
      return { access_token: token, token, token_type: 'bearer', expires_in: TOKEN_SECONDS };
    },
  };
}

/** Creates, lists and ends sessions. `sessionEnded` is emitted after the commit. */
export function createSessions(context: AccountsContext) {
  const { database, events, clock } = context;
  const revoke = async (
    tx: Tx,
    userId: number,
    choice: sessions.SessionChoice,
    reason: SessionEnded['reason'],
  ): Promise<number> => {
    const ended = await sessions.revokeSessions(tx, userId, choice, clock());
    afterCommit(tx, () => ended.forEach((sessionId) => events.sessionEnded({ sessionId, userId, reason })));
    return ended.length;
  };
  const end = (userId: number, choice: sessions.SessionChoice, reason: SessionEnded['reason']) =>
    database.transaction((tx) => revoke(tx, userId, choice, reason));

  return {
    ...createSessionTokens(context),
    revoke,

    /** Creates a session in the transaction of the login or registration. */
    async open(tx: Tx, userId: number, { userAgent, country }: CallOrigin): Promise<OpenSession> {
      const now = clock();
      const opened = { sessionId: randomId(), tokenId: randomId() };
      await sessions.insertSession(tx, {
        id: opened.sessionId,
        user_id: userId,
        device: deviceName(userAgent),
        country: country ?? null,
        token_id: opened.tokenId,
        previous_token_id: null,
        rotated_at: now,
        created_at: now,
        last_used_at: now,
        expires_at: windowEnd(now),
        revoked_at: null,
        proven_at: now,
      });
      return opened;
    },

    async list(actor: Actor): Promise<Session[]> {
      const rows = await sessions.listSessions(database.db, actor.userId, clock());
      return rows.map((row) => ({
        session_id: row.id,
        device: row.device,
        country: row.country,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        is_current: row.id === actor.sessionId,
      }));
    },

    logOut: (actor: Actor) => end(actor.userId, { only: actor.sessionId }, 'logged_out'),

    /** Ends one session of the caller. Throws `session_not_found`, also for a session of another user. */
    async endOne(actor: Actor, sessionId: string): Promise<void> {
      const count = await end(actor.userId, { only: sessionId }, 'revoked');
      if (count === 0) throw appError('session_not_found');
    },

    /** Ends every session of the caller except the current one. Returns their number. */
    endOthers: (actor: Actor) => end(actor.userId, { except: actor.sessionId }, 'revoked'),
  };
}

export type Sessions = ReturnType<typeof createSessions>;
