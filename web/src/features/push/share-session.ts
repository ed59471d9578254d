import { deviceState } from '../../platform/device-state.ts';
import { isNewer } from '../../platform/renewed-token.ts';
import { session } from '../../platform/session.ts';
import { SESSION_LOCK } from '../../platform/token-claims.ts';

async function share(): Promise<void> {
  const now = session.current();
  if (!now) return;
  const held = await deviceState.get('session');
  if (held?.account === now.username && isNewer(held.token, now.token))
    session.start(held.token, held.account);
  else await deviceState.set('session', { account: now.username, token: now.token });
}

/**
 * Stores the session for the service worker, or takes the token that the worker has renewed meanwhile. It waits while another page or
 * the worker renews the token: the one that is left would be an old one.
 */
export function shareSession(): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(SESSION_LOCK, share) : share();
}
