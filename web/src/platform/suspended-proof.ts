/** Storage key of the token of a session that a suspension ended, per tab; the next login removes it. */
const TOKEN_KEY = 'suspended-token';

/** Proves ownership of a suspended account without a session: the ended session's token, or username and password. */
export type SuspendedProof =
  | { readonly token: string }
  | { readonly username: string; readonly password: string };

let credentials: SuspendedProof | undefined;

/** The proof, held by this tab only. A password is kept only in memory, never in storage or in the address. */
export const suspendedProof = {
  /** Stores the token of the session that has just ended; it survives a reload. */
  ofSession(token: string): void {
    credentials = { token };
    sessionStorage.setItem(TOKEN_KEY, token);
  },
  /** Keeps the credentials just entered in the login form. */
  ofLogin(username: string, password: string): void {
    credentials = { username, password };
    sessionStorage.removeItem(TOKEN_KEY);
  },
  /** Returns the proof; undefined if the user has to enter credentials. */
  current(): SuspendedProof | undefined {
    const token = sessionStorage.getItem(TOKEN_KEY);
    return credentials ?? (token === null ? undefined : { token });
  },
  forget(): void {
    credentials = undefined;
    sessionStorage.removeItem(TOKEN_KEY);
  },
};
