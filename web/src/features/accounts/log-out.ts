import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';

/** Timeout of the server call, in ms; the user is logged out here anyway. */
const TIMEOUT_MS = 4000;

/**
 * Ends the session on the server if it is reachable, and always in this browser; lands at `/` (SH-19, SV-05). No script can remove the
 * session cookie, so a call that does not arrive is made later ({@link finishLogOut}).
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
    if (error instanceof ApiError && error.isUnreachable) session.owesLogOut.set();
  }
}

async function callAgain(): Promise<void> {
  if (!session.owesLogOut.get()) return;
  try {
    await api('POST /auth/logout');
  } catch (error) {
    // A refusal means that the session had ended.
    if (!(error instanceof ApiError) || error.isUnreachable) return;
  }
  session.owesLogOut.clear();
}

/** Makes the call of a log-out without a network as soon as there is one (ID-07). */
export function finishLogOut(): void {
  void callAgain();
  addEventListener('online', () => void callAgain());
}
