import { createHmac, hkdfSync } from 'node:crypto';
import type { Tx } from '../../../platform/database/index.ts';
import type { CallOrigin, Cookies } from '../../../platform/http/handler.ts';
import { isPublicAddress } from '../../../platform/outbound/public-target.ts';
import { networkOf } from '../network-of.ts';
import { randomId } from '../random-id.ts';
import { noteMarks } from './origins.repository.ts';

const COOKIE = 'adda_device';
const COOKIE_SECONDS = 365 * 24 * 3600;
const DEVICE_ID = /^[\w-]{22}$/;

/** The browser's own id, made for one that has none. */
function deviceOf(cookies: Cookies): string {
  const known = cookies.get(COOKIE);
  if (known !== undefined && DEVICE_ID.test(known)) return known;
  const device = randomId();
  cookies.set(COOKIE, device, COOKIE_SECONDS);
  return device;
}

/** The network of a call that came over the internet; behind a proxy that is not named all seem to come from inside. */
function publicNetworkOf(address: string): string | undefined {
  const network = networkOf(address);
  return isPublicAddress(network.includes('/') ? address : network) ? network : undefined;
}

/** Where accounts are used from. */
export type Origins = ReturnType<typeof createOrigins>;

/**
 * Keeps where accounts are used from, so that nobody is rewarded for bringing themselves (SV-96): keyed hashes that tell
 * neither device nor address.
 */
export function createOrigins({ jwtSecret, clock }: { jwtSecret: string; clock: () => Date }) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'adda account origins', 32));
  const markOf = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

  return {
    /** Notes where somebody comes from who registers, upgrades or logs in. */
    async note(tx: Tx, userId: number, { address, userAgent, cookies }: CallOrigin): Promise<void> {
      const network = publicNetworkOf(address);
      const marks = [markOf('device', deviceOf(cookies))];
      if (network !== undefined) marks.push(markOf('network', network, userAgent));
      await noteMarks(tx, userId, marks, clock());
    },
  };
}
