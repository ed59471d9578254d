import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';

/** Timeout of the server call, in ms; the user is logged out here anyway. */
const TIMEOUT_MS = 4000;

/** Ends the session on the server if it is reachable, and always in this browser; lands at `/` (SH-19, SV-05). */
export async function logOut(): Promise<void> {
  const leave = () => {
    // The call has already ended a stale session.
    if (session.current()) session.logOut();
  };
  await api('POST /auth/logout', { timeoutMs: TIMEOUT_MS }).then(leave, leave);
}
