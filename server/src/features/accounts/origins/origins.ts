import { createHmac, hkdfSync } from 'node:crypto';
import type { Tx } from '../../../platform/database/index.ts';
import type { CallOrigin, Cookies } from '../../../platform/http/handler.ts';
import { isPublicAddress } from '../../../platform/outbound/public-target.ts';
import { networkOf } from '../network-of.ts';
import { randomId } from '../random-id.ts';
import { canonicalEmail } from './canonical-email.ts';
import { noteMarks, type Mark } from './origins.repository.ts';

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
 * Keeps by what accounts are known, so that nobody is rewarded for bringing themselves (SV-96), and who is suspended is
 * recognised when they come again (SV-50): keyed hashes that tell neither device nor address.
 */
export function createOrigins({ jwtSecret, clock }: { jwtSecret: string; clock: () => Date }) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'adda account origins', 32));
  const markOf = (kind: Mark['kind'], ...parts: readonly string[]): Mark => ({
    kind,
    mark: createHmac('sha256', key)
      .update(JSON.stringify([kind, ...parts]))
      .digest('base64url'),
  });
  const emailMark = (email: string) => markOf('email', canonicalEmail(email));

  return {
    /** Notes where somebody comes from who comes in, upgrades or logs in, and their mailbox if they have one. */
    async note(tx: Tx, userId: number, origin: CallOrigin, email: string | null): Promise<void> {
      const network = publicNetworkOf(origin.address);
      const marks = [markOf('device', deviceOf(origin.cookies))];
      if (network !== undefined) marks.push(markOf('network', network, origin.userAgent));
      if (email !== null) marks.push(emailMark(email));
      await noteMarks(tx, userId, marks, clock());
    },

    /** Notes somebody's mailbox alone, such as that of an account from before it was noted. */
    noteEmail: (tx: Tx, userId: number, email: string) => noteMarks(tx, userId, [emailMark(email)], clock()),

    /** Notes as whom a payment provider knows somebody; `identity` is unique within the provider. */
    notePayer: (tx: Tx, userId: number, provider: string, identities: readonly string[]) =>
      noteMarks(
        tx,
        userId,
        identities.map((identity) => markOf('payer', provider, identity)),
        clock(),
      ),
  };
}
