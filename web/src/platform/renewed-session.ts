import { deviceState } from './device-state.ts';
import type { Session } from './session.ts';

/**
 * Returns when the session expires that the service worker has renewed in place of `stale`, otherwise the result of `request`, which
 * is noted for the worker; in ms since the epoch. Call it under the lock of the session: a second renewal would be a needless one.
 */
export async function renewOnce(stale: Session, request: () => Promise<number>): Promise<number> {
  const held = await deviceState.get('session');
  const isOurs = held !== undefined && held.account === stale.username;
  if (isOurs && held.expiresAt > stale.expiresAt) return held.expiresAt;
  const expiresAt = await request();
  if (isOurs) await deviceState.set('session', { account: held.account, expiresAt });
  return expiresAt;
}
