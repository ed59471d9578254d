import { suspendedProof } from './suspended-proof.ts';

/** Where the browser keeps the session (AU-05, AU-06). */
const TOKEN_KEY = 'token';
const USERNAME_KEY = 'username';

/** Tells the browser's other tabs that it was a suspension that took the session; the next login takes it away. */
const SUSPENDED_KEY = 'suspended';

/** A signed-in person in this browser. `expiresAt` is in ms since the epoch, 0 when the token does not say. */
export type Session = { readonly token: string; readonly username: string; readonly expiresAt: number };

/** Where a person lands whose session turns out to be dead. */
export type Landing = '/' | '/login' | '/error';

/** Why a session ended; the shell decides from it what is said and where the person lands (X-25, SV-50). */
export type SessionEnd =
  | { readonly reason: 'logged-out' | 'expired' | 'invalid'; readonly landing: Landing }
  | { readonly reason: 'suspended'; readonly landing: '/suspended' };

const changeListeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();
let cached: Session | null | undefined;
let endedAt = Number.NEGATIVE_INFINITY;

/** How long after its end a session's reason is still on screen. */
const JUST_ENDED_MS = 3000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Decodes a token's payload without checking its signature; null unless it has three parts (AU-03, AU-04). */
export function decodeToken(token: string): { sub: string; exp: number } | null {
  const parts = token.split('.');
  const body = parts[1];
  if (parts.length !== 3 || !body) return null;
  try {
    const bytes = Uint8Array.from(atob(body.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isRecord(payload) || typeof payload.sub !== 'string') return null;
    return { sub: payload.sub, exp: typeof payload.exp === 'number' ? payload.exp : 0 };
  } catch {
    return null; // not base64 or not JSON: as good as no token
  }
}

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

/** Forgets what is held and tells why. The time comes first: those who hear of the change ask whether it was just now. */
function finish(end: SessionEnd, forget: () => void): void {
  endedAt = performance.now();
  forget();
  for (const listener of endListeners) listener(end);
}

/** A suspension that another tab has heard of: each tab leads to the reason, with the token that it has in memory. */
function suspendedElsewhere(): boolean {
  const isGone = localStorage.getItem(TOKEN_KEY) === null && localStorage.getItem(SUSPENDED_KEY) !== null;
  if (!cached || !isGone) return false;
  suspendedProof.ofSession(cached.token);
  finish(suspended, changed);
  return true;
}

// Another tab logged in, refreshed its token or logged out. A null key means that storage was cleared.
addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== TOKEN_KEY && event.key !== USERNAME_KEY) return;
  if (!suspendedElsewhere()) changed();
});

/** The browser's session: one per browser, shared by its tabs. */
export const session = {
  /** The session now, or null. The same object until it changes, so it serves useSyncExternalStore. */
  current(): Session | null {
    if (cached === undefined) cached = read();
    return cached;
  },
  /** Keeps a token just received from login, registration, upgrade or refresh. */
  start(token: string, username?: string): void {
    localStorage.setItem(TOKEN_KEY, token);
    localStorage.removeItem(SUSPENDED_KEY);
    suspendedProof.forget();
    const name = username ?? decodeToken(token)?.sub;
    if (name) localStorage.setItem(USERNAME_KEY, name);
    changed();
  },
  /** The person logged out: forgets token and username and tells the shell. */
  logOut(): void {
    session.end({ reason: 'logged-out', landing: '/' });
  },
  /** Forgets token and username and tells the shell why and where to (AU-15, AU-20). */
  end(end: SessionEnd): void {
    finish(end, clear);
  },
  /** The account was suspended: its token shows on the next screen whose it was (SV-50). Does nothing for another session. */
  suspend(username: string): void {
    const current = session.current();
    if (current?.username !== username) return;
    suspendedProof.ofSession(current.token);
    localStorage.setItem(SUSPENDED_KEY, '1');
    session.end(suspended);
  },
  /** Whether this tab ended its session a moment ago, so that nobody is told twice. */
  hasJustEnded: (): boolean => performance.now() - endedAt < JUST_ENDED_MS,
  /** Calls back on every change, also one made in another tab. Returns how to stop. */
  subscribe(listener: () => void): () => void {
    changeListeners.add(listener);
    return () => {
      changeListeners.delete(listener);
    };
  },
  /** Calls back when this tab ended the session. Returns how to stop. */
  onEnd(listener: (end: SessionEnd) => void): () => void {
    endListeners.add(listener);
    return () => {
      endListeners.delete(listener);
    };
  },
};
