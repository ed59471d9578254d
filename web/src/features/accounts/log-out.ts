import { ApiError } from '../../platform/api-error.ts';
import { api, finishOwedLogOut } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';

/** Timeout of the server call, in ms; the user is logged out here anyway. */
const TIMEOUT_MS = 4000;

/**
 * Ends the session on the server if it is reachable, and always in this browser; lands at `/` (SH-19, SV-05). A call that did not
 * arrive is made before the next one that needs no session (platform/owed-log-out.ts).
 */
export async function logOut(): Promise<void> {
  const leave = () => {
    // The call has already ended a stale session.
    if (session.current()) session.logOut();
  };
  try {
    await api('POST /auth/logout', { timeoutMs: TIMEOUT_MS });
    leave();
  } catch (error) {
    leave();
    if (!(error instanceof ApiError) || error.status !== 401) session.owesLogOut.set();
  }
}

/** Makes the call of an earlier log-out that did not arrive, now and when there is a network again. */
export function followOwedLogOut(): void {
  void finishOwedLogOut();
  addEventListener('online', () => void finishOwedLogOut());
}
