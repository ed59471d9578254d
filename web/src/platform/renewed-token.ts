import { deviceState } from './device-state.ts';
import { session } from './session.ts';
import { decodeToken } from './token-claims.ts';

/** Whether a token was made after another one. */
export const isNewer = (token: string, other: string): boolean =>
  (decodeToken(token)?.exp ?? 0) > (decodeToken(other)?.exp ?? 0);

/**
 * Returns the token that the service worker has received in place of `staleToken`, otherwise that of `request`, which is stored for
 * the worker. Call it under the lock of the session: renewing a token that was renewed before ends the session.
 */
export async function renewOnce(staleToken: string, request: () => Promise<string>): Promise<string> {
  const account = session.current()?.username;
  const held = await deviceState.get('session');
  const isOurs = held !== undefined && held.account === account;
  if (isOurs && isNewer(held.token, staleToken)) return held.token;
  const token = await request();
  if (isOurs) await deviceState.set('session', { account: held.account, token });
  return token;
}
