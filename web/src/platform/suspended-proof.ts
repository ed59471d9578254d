/** Storage key that says, per tab, that a suspension ended the session; the next login removes it. */
const ENDED_KEY = 'suspended-session';

/**
 * Proves ownership of a suspended account without a session: nothing besides the cookie of the ended session (ID-07), or username and
 * password.
 */
export type SuspendedProof =
  | Readonly<Record<never, never>>
  | { readonly username: string; readonly password: string };

const BY_COOKIE: SuspendedProof = {};

let credentials: SuspendedProof | undefined;

/** The proof, held by this tab only. A password is kept only in memory, never in storage or in the address. */
export const suspendedProof = {
  /** The session has just ended, and its cookie is the proof; that survives a reload. */
  ofSession(): void {
    credentials = BY_COOKIE;
    sessionStorage.setItem(ENDED_KEY, '1');
  },
  /** Keeps the credentials just entered in the login form. */
  ofLogin(username: string, password: string): void {
    credentials = { username, password };
    sessionStorage.removeItem(ENDED_KEY);
  },
  /** Returns the proof; undefined if the user has to enter credentials. */
  current(): SuspendedProof | undefined {
    return credentials ?? (sessionStorage.getItem(ENDED_KEY) === null ? undefined : BY_COOKIE);
  },
  forget(): void {
    credentials = undefined;
    sessionStorage.removeItem(ENDED_KEY);
  },
};
