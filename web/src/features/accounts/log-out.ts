import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';

/** How long the server has to answer before we leave without it. */
const PATIENCE_MS = 4000;

/** Ends the session on the server if it can be reached, and here in any case; lands at `/` (SH-19, SV-05). */
export async function logOut(): Promise<void> {
  const leave = () => {
    // A stale session has ended itself while asking.
    if (session.current()) session.logOut();
  };
  await api('POST /auth/logout', { timeoutMs: PATIENCE_MS }).then(leave, leave);
}
