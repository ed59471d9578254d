/** Where this tab keeps the token of a session that a suspension ended; the next login takes it away. */
const TOKEN_KEY = 'suspended-token';

/** What shows whose suspended account it is, to somebody who is not let in: the ended session, or a password. */
export type SuspendedProof =
  | { readonly token: string }
  | { readonly username: string; readonly password: string };

let held: SuspendedProof | undefined;

/** Held by this tab alone, and a password only in memory: it is in no storage and in no address. */
export const suspendedProof = {
  /** Keeps the token of the session that has just ended; a reload of the page still has it. */
  ofSession(token: string): void {
    held = { token };
    sessionStorage.setItem(TOKEN_KEY, token);
  },
  /** Keeps what was just typed into a login. */
  ofLogin(username: string, password: string): void {
    held = { username, password };
    sessionStorage.removeItem(TOKEN_KEY);
  },
  /** What is known of the person; undefined where they have to say who they are. */
  current(): SuspendedProof | undefined {
    const token = sessionStorage.getItem(TOKEN_KEY);
    return held ?? (token === null ? undefined : { token });
  },
  forget(): void {
    held = undefined;
    sessionStorage.removeItem(TOKEN_KEY);
  },
};
