import type { ErrorCode } from '@adda/contract';
import { t } from '@lingui/core/macro';
import { ApiError } from './api-error.ts';
import { send } from './http.ts';
import { session, type Landing, type Session, type SessionEnd } from './session.ts';
import { isSuspendedCode } from './stale-session.ts';
import { SESSION_LOCK } from './session-lock.ts';

let pendingRefresh: Promise<Session> | undefined;

const expiryIn = (response: unknown): number | undefined =>
  typeof response === 'object' &&
  response !== null &&
  'expires_in' in response &&
  typeof response.expires_in === 'number'
    ? Date.now() + response.expires_in * 1000
    : undefined;

/**
 * Runs `task` under a lock shared by the browser's tabs. Plain http has no such lock; the server's grace
 * period for a second tab covers that case.
 */
function withTabLock<T>(task: () => Promise<T>): Promise<T> {
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(SESSION_LOCK, task) : task();
}

/** Renews the token of the cookie; an error without a text gets the text 'Failed to refresh token' (AU-16). */
async function requestToken({ username }: Session): Promise<unknown> {
  // A token of an older version moves into the cookie.
  const bearer = session.oldToken() ?? undefined;
  try {
    return await send({ method: 'POST', path: '/auth/refresh', user: username, bearer });
  } catch (error) {
    if (!(error instanceof ApiError) || error.detail !== '') throw error;
    throw new ApiError({ status: error.status, code: error.code, detail: t`Failed to refresh token` });
  }
}

const isSameUser = ({ username }: Session): boolean => session.current()?.username === username;

/** Somebody else is logged in in this browser since the call began (ID-07). */
export const sessionChanged = (): ApiError =>
  new ApiError({
    status: 409,
    code: 'session_changed' satisfies ErrorCode,
    detail: t`Somebody else is logged in in this browser now.`,
  });

async function exchange(stale: Session): Promise<Session> {
  const current = session.current();
  if (current && !isSameUser(stale)) throw sessionChanged();
  // Another tab has refreshed it already.
  if (current && current.expiresAt > stale.expiresAt) return current;
  const request = async () => {
    const expiresAt = expiryIn(await requestToken(stale));
    if (expiresAt !== undefined) return expiresAt;
    throw new ApiError({ status: 401, code: 'unreadable', detail: t`Failed to refresh token` });
  };
  // Without its code it is not known whether the service worker has renewed the session.
  const shared = await import('./renewed-session.ts').catch(() => undefined);
  const expiresAt = await (shared ? shared.renewOnce(stale, request) : request());
  if (!isSameUser(stale)) throw sessionChanged();
  session.extend(expiresAt);
  return { ...stale, expiresAt };
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

const isSuspension = (error: unknown): boolean => error instanceof ApiError && isSuspendedCode(error.code);

const invalidTokenCode: ErrorCode = 'invalid_token';

/**
 * An invalid token leads to the login page (AU-24, SH-28), an expired one to the caller's landing page
 * (AU-17, SH-29, X-25).
 */
function endOf(error: unknown, landing: Landing): SessionEnd {
  if (!(error instanceof ApiError) || error.code !== invalidTokenCode) return { reason: 'expired', landing };
  return { reason: 'invalid', landing: landing === '/error' ? '/login' : landing };
}

/**
 * Renews a stale session, once for all concurrent calls and tabs. A rejection ends the session (AU-15, AU-20); an unreachable server
 * does not.
 */
export function refreshSession(stale: Session, landing: Landing = '/'): Promise<Session> {
  pendingRefresh ??= withTabLock(() => exchange(stale))
    .catch((error: unknown) => {
      const current = session.current();
      if (isRefused(error) && current && isSameUser(stale) && current.expiresAt <= stale.expiresAt) {
        if (isSuspension(error)) session.suspend(current.username);
        else session.end(endOf(error, landing));
      }
      throw error;
    })
    .finally(() => {
      pendingRefresh = undefined;
    });
  return pendingRefresh;
}
