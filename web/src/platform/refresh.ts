import { ApiError } from './api-error.ts';
import { send } from './http.ts';
import { session, type Landing } from './session.ts';
import { isSuspendedCode } from './stale-session.ts';

const LOCK = 'adda-session-refresh';
let running: Promise<string> | undefined;

const tokenIn = (answer: unknown): string | undefined =>
  typeof answer === 'object' &&
  answer !== null &&
  'access_token' in answer &&
  typeof answer.access_token === 'string'
    ? answer.access_token
    : undefined;

/** The lock spans the browser's tabs. It is missing on plain http; the server's grace for a second tab covers that. */
function inOneTab<T>(work: () => Promise<T>): Promise<T> {
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(LOCK, work) : work();
}

async function exchange(staleToken: string): Promise<string> {
  const current = session.current()?.token;
  if (current && current !== staleToken) return current; // another tab was quicker
  const token = tokenIn(
    await send({ method: 'POST', path: '/auth/refresh', body: { token: staleToken }, token: staleToken }),
  );
  if (!token) throw new ApiError({ status: 401, code: 'unreadable', detail: 'Failed to refresh token' });
  session.start(token);
  return token;
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

const isSuspension = (error: unknown): boolean => error instanceof ApiError && isSuspendedCode(error.code);

/**
 * Exchanges a stale token for a new one, once for all calls and tabs that ask at the same time.
 * A refusal ends the session (AU-15, AU-20); a server that can't be reached does not.
 */
export function refreshSession(staleToken: string, landing: Landing = '/'): Promise<string> {
  running ??= inOneTab(() => exchange(staleToken))
    .catch((error: unknown) => {
      const current = session.current();
      if (isRefused(error) && current?.token === staleToken) {
        if (isSuspension(error)) session.suspend(current.username);
        else session.end({ reason: 'expired', landing });
      }
      throw error;
    })
    .finally(() => {
      running = undefined;
    });
  return running;
}
