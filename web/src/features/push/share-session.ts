import { deviceState } from '../../platform/device-state.ts';
import { session } from '../../platform/session.ts';
import { SESSION_LOCK } from '../../platform/session-lock.ts';

async function share(): Promise<void> {
  const now = session.current();
  if (!now) return;
  const held = await deviceState.get('session');
  if (held?.account === now.username && held.expiresAt > now.expiresAt) session.extend(held.expiresAt);
  else await deviceState.set('session', { account: now.username, expiresAt: now.expiresAt });
}

/**
 * Notes the session for the service worker, or takes over that the worker has renewed it meanwhile. It waits while another page or the
 * worker renews it.
 */
export function shareSession(): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(SESSION_LOCK, share) : share();
}
