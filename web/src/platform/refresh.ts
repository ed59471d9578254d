import type { ErrorCode } from '@adda/contract';
import { t } from '@lingui/core/macro';
import { ApiError } from './api-error.ts';
import { send } from './http.ts';
import { session, type Landing, type SessionEnd } from './session.ts';
import { isSuspendedCode } from './stale-session.ts';
import { SESSION_LOCK } from './token-claims.ts';

let pendingRefresh: Promise<string> | undefined;

const tokenIn = (response: unknown): string | undefined =>
  typeof response === 'object' &&
  response !== null &&
  'access_token' in response &&
  typeof response.access_token === 'string'
    ? response.access_token
    : undefined;

/**
 * Runs `task` under a lock shared by the browser's tabs. Plain http has no such lock; the server's grace
 * period for a second tab covers that case.
 */
function withTabLock<T>(task: () => Promise<T>): Promise<T> {
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(SESSION_LOCK, task) : task();
}

/** Requests a new token; an error without a text gets the text 'Failed to refresh token' (AU-16). */
async function requestToken(staleToken: string): Promise<unknown> {
  try {
    return await send({
      method: 'POST',
      path: '/auth/refresh',
      body: { token: staleToken },
      token: staleToken,
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.detail !== '') throw error;
    throw new ApiError({ status: error.status, code: error.code, detail: t`Failed to refresh token` });
  }
}

async function exchange(staleToken: string): Promise<string> {
  const current = session.current()?.token;
  if (current && current !== staleToken) return current; // another tab has already refreshed it
  const request = async () => {
    const token = tokenIn(await requestToken(staleToken));
    if (token) return token;
    throw new ApiError({ status: 401, code: 'unreadable', detail: t`Failed to refresh token` });
  };
  // Without its code there is no newer token of the service worker to look for.
  const shared = await import('./renewed-token.ts').catch(() => undefined);
  const token = await (shared ? shared.renewOnce(staleToken, request) : request());
  session.start(token);
  return token;
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
 * Exchanges a stale token for a new one, once for all concurrent calls and tabs. A rejection ends the session
 * (AU-15, AU-20); an unreachable server does not.
 */
export function refreshSession(staleToken: string, landing: Landing = '/'): Promise<string> {
  pendingRefresh ??= withTabLock(() => exchange(staleToken))
    .catch((error: unknown) => {
      const current = session.current();
      if (isRefused(error) && current?.token === staleToken) {
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
