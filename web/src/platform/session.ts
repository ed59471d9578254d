import { suspendedProof } from './suspended-proof.ts';
import { decodeToken } from './token-claims.ts';

/** Storage keys of the session (AU-05, AU-06). */
const TOKEN_KEY = 'token';
const USERNAME_KEY = 'username';

/** Signals other tabs that a suspension ended the session; the next login removes it. */
const SUSPENDED_KEY = 'suspended';

/** A logged-in user in this browser. `expiresAt` is in ms since the epoch, 0 if the token has no expiry. */
export type Session = { readonly token: string; readonly username: string; readonly expiresAt: number };

/** Where a user is redirected if the session has ended. */
export type Landing = '/' | '/login' | '/error';

/** Why a session ended; the shell derives the message and the landing page from it (X-25, SV-50). */
export type SessionEnd =
  | { readonly reason: 'logged-out' | 'expired' | 'invalid'; readonly landing: Landing }
  | { readonly reason: 'suspended'; readonly landing: '/suspended' };

const changeListeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();
let cached: Session | null | undefined;
let endedAt = Number.NEGATIVE_INFINITY;

/** How long the reason of an ended session stays on screen, in ms. */
const JUST_ENDED_MS = 3000;

function read(): Session | null {
  const token = localStorage.getItem(TOKEN_KEY);
  const payload = token ? decodeToken(token) : null;
  if (!token || !payload) return null;
  return {
    token,
    username: localStorage.getItem(USERNAME_KEY) ?? payload.sub,
    expiresAt: payload.exp * 1000,
  };
}

function changed(): void {
  cached = undefined;
  for (const listener of changeListeners) listener();
}

function clear(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(USERNAME_KEY);
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

/** Handles a suspension reported by another tab: each tab leads to the reason with the token in its own memory. */
function handleSuspensionElsewhere(): boolean {
  const wasSuspended =
    localStorage.getItem(TOKEN_KEY) === null && localStorage.getItem(SUSPENDED_KEY) !== null;
  if (!cached || !wasSuspended) return false;
  suspendedProof.ofSession(cached.token);
  finish(suspended, changed);
  return true;
}

// Another tab logged in, refreshed its token or logged out. A null key means that storage was cleared.
addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== TOKEN_KEY && event.key !== USERNAME_KEY) return;
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
  /** Stores a token received from login, registration, upgrade or refresh. */
  start(token: string, username?: string): void {
    localStorage.setItem(TOKEN_KEY, token);
    localStorage.removeItem(SUSPENDED_KEY);
    suspendedProof.forget();
    const name = username ?? decodeToken(token)?.sub;
    if (name) localStorage.setItem(USERNAME_KEY, name);
    changed();
  },
  /** Logs the user out: removes token and username and notifies the shell. */
  logOut(): void {
    session.end({ reason: 'logged-out', landing: '/' });
  },
  /** Removes token and username and reports the reason and the landing page (AU-15, AU-20). */
  end(end: SessionEnd): void {
    finish(end, clear);
  },
  /**
   * Ends a suspended account's session and keeps its token as a proof for the next screen (SV-50). Does
   * nothing for another user's session.
   */
  suspend(username: string): void {
    const current = session.current();
    if (current?.username !== username) return;
    suspendedProof.ofSession(current.token);
    localStorage.setItem(SUSPENDED_KEY, '1');
    session.end(suspended);
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
