/** Why a page can't offer passkeys: browsers refuse them on an IP address, or the browser has none. */
export type PasskeyObstacle = 'address' | 'browser';

/** IPv6 addresses are in brackets. */
const IP_ADDRESS = /^\[|^[\d.]+$/;

/** Returns why passkeys can't be offered on this page (ID-01); undefined if they can. */
export function passkeyObstacle(): PasskeyObstacle | undefined {
  if (IP_ADDRESS.test(location.hostname)) return 'address';
  return 'PublicKeyCredential' in globalThis ? undefined : 'browser';
}

/** Whether passkeys can be offered on this page (ID-01). */
export const canUsePasskeys = (): boolean => passkeyObstacle() === undefined;
