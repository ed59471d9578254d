import { suspendedProof } from './suspended-proof.ts';

/**
 * Storage keys of the session (AU-05, AU-06): who is logged in, and when the token expires. The token itself is in a cookie that no
 * script can read (ID-07).
 */
const USERNAME_KEY = 'username';
const EXPIRES_KEY = 'session_expires';

/** Storage key of the token in versions before the cookie; it moves there with the first call. */
const OLD_TOKEN_KEY = 'token';

/** Signals other tabs that a suspension ended the session; the next login removes it. */
const SUSPENDED_KEY = 'suspended';

/** A logged-in user in this browser. `expiresAt` is when the token of the cookie expires, in ms since the epoch. */
export type Session = { readonly username: string; readonly expiresAt: number };

/** Where a user is redirected if the session has ended. */
export type Landing = '/' | '/login' | '/error';

/** Why a session ended; the shell derives the message and the landing page from it (X-25, SV-50). */
export type SessionEnd =
  | { readonly reason: 'logged-out' | 'expired' | 'invalid'; readonly landing: Landing }
  | { readonly reason: 'suspended'; readonly landing: '/suspended' };

/** Storage key that says that the server does not know of a log-out yet; the next login removes it. */
const OWES_LOG_OUT_KEY = 'log_out_pending';

const changeListeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();
let cached: Session | null | undefined;
let endedAt = Number.NEGATIVE_INFINITY;

/** How long the reason of an ended session stays on screen, in ms. */
const JUST_ENDED_MS = 3000;

function read(): Session | null {
  const username = localStorage.getItem(USERNAME_KEY);
  const expires = localStorage.getItem(EXPIRES_KEY);
  if (username === null || (expires === null && session.oldToken() === null)) return null;
  return { username, expiresAt: Number(expires) };
}

function changed(): void {
  cached = undefined;
  for (const listener of changeListeners) listener();
}

function clear(): void {
  for (const key of [USERNAME_KEY, EXPIRES_KEY, OLD_TOKEN_KEY]) localStorage.removeItem(key);
  changed();
}

const suspended: SessionEnd = { reason: 'suspended', landing: '/suspended' };

/**
 * Clears the session and reports the reason. The time is set first: listeners of the change check whether the
 * session just ended.
 */
function finish(end: SessionEnd, reset: () => void): void {
  endedAt = performance.now();
  reset();
  for (const listener of endListeners) listener(end);
}

/** Handles a suspension reported by another tab: each tab leads to the reason. */
function handleSuspensionElsewhere(): boolean {
  const wasSuspended =
    localStorage.getItem(USERNAME_KEY) === null && localStorage.getItem(SUSPENDED_KEY) !== null;
  if (!cached || !wasSuspended) return false;
  suspendedProof.ofSession();
  finish(suspended, changed);
  return true;
}

// Another tab logged in, refreshed the session or logged out. A null key means that storage was cleared.
addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== EXPIRES_KEY && event.key !== USERNAME_KEY) return;
  if (!handleSuspensionElsewhere()) changed();
});

/** The browser's session: one per browser, shared by its tabs. */
export const session = {
  /**
   * Returns the current session, or null. The object is stable until it changes, as useSyncExternalStore
   * requires.
   */
  current(): Session | null {
    if (cached === undefined) cached = read();
    return cached;
  },
  /** Starts the session that login, registration or upgrade have put into the cookie; `expires_in` is in seconds. */
  start({ username, expires_in: seconds }: { username: string; expires_in: number }): void {
    for (const key of [SUSPENDED_KEY, OWES_LOG_OUT_KEY]) localStorage.removeItem(key);
    suspendedProof.forget();
    localStorage.setItem(USERNAME_KEY, username);
    session.extend(Date.now() + seconds * 1000);
  },
  /** Notes when the renewed token of the cookie expires, in ms since the epoch. */
  extend(expiresAt: number): void {
    localStorage.setItem(EXPIRES_KEY, String(expiresAt));
    localStorage.removeItem(OLD_TOKEN_KEY);
    changed();
  },
  /** The token that a version before the cookie has left; null without one. */
  oldToken: (): string | null => localStorage.getItem(OLD_TOKEN_KEY),
  /** Logs the user out here and notifies the shell. */
  logOut(): void {
    session.end({ reason: 'logged-out', landing: '/' });
  },
  /** Forgets who was logged in and reports the reason and the landing page (AU-15, AU-20). */
  end(end: SessionEnd): void {
    finish(end, clear);
  },
  /**
   * Ends a suspended account's session; its cookie proves to the next screen who asks (SV-50). Does nothing for another user's
   * session.
   */
  suspend(username: string): void {
    const current = session.current();
    if (current?.username !== username) return;
    suspendedProof.ofSession();
    localStorage.setItem(SUSPENDED_KEY, '1');
    session.end(suspended);
  },
  /** Whether the cookie of a session that was logged out here still has to be removed by the server (ID-07). */
  owesLogOut: {
    get: (): boolean => localStorage.getItem(OWES_LOG_OUT_KEY) !== null,
    set: (): void => localStorage.setItem(OWES_LOG_OUT_KEY, '1'),
    clear: (): void => localStorage.removeItem(OWES_LOG_OUT_KEY),
  },
  /** Whether this tab ended its session a moment ago; avoids a second message. */
  hasJustEnded: (): boolean => performance.now() - endedAt < JUST_ENDED_MS,
  /** Subscribes to changes, also from other tabs. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void {
    changeListeners.add(listener);
    return () => {
      changeListeners.delete(listener);
    };
  },
  /** Subscribes to the end of the session in this tab. Returns the unsubscribe function. */
  onEnd(listener: (end: SessionEnd) => void): () => void {
    endListeners.add(listener);
    return () => {
      endListeners.delete(listener);
    };
  },
};
