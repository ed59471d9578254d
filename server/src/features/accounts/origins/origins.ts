import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { CallOrigin, Cookies } from '../../../platform/http/handler.ts';
import { networkOf } from '../../../platform/limits/network-of.ts';
import { isPublicAddress } from '../../../platform/outbound/public-target.ts';
import { randomId } from '../random-id.ts';
import { canonicalEmail } from './canonical-email.ts';
import { hasMark, noteMarks, noteNetwork, type Mark } from './origins.repository.ts';

const COOKIE = 'adda_device';
const COOKIE_SECONDS = 365 * 24 * 3600;
/** The id of a device and its signature; the first cookies had none. */
const DEVICE = /^([\w-]{22})(?:\.([\w-]{43}))?$/;

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
  const keyedHash = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  const markOf = (kind: Mark['kind'], ...parts: readonly string[]): Mark => ({
    kind,
    mark: keyedHash(kind, ...parts),
  });
  const signatureOf = (device: string) => keyedHash('device cookie', device);
  const readDevice = (cookies: Cookies) => {
    const [, id, signature = ''] = DEVICE.exec(cookies.get(COOKIE) ?? '') ?? [];
    if (id === undefined) return undefined;
    const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(id))];
    return { id, isSigned: given.length === right.length && timingSafeEqual(given, right) };
  };
  /** The browser's own id, made for one that has none or one that this server did not sign. */
  const deviceOf = (cookies: Cookies): string => {
    const known = readDevice(cookies);
    if (known?.isSigned) return known.id;
    const isFromBefore = known !== undefined && cookies.get(COOKIE) === known.id;
    const device = isFromBefore ? known.id : randomId();
    cookies.set(COOKIE, `${device}.${signatureOf(device)}`, COOKIE_SECONDS);
    return device;
  };
  const emailMark = (email: string) => markOf('email', canonicalEmail(email));

  return {
    /** Notes where somebody comes from who comes in, upgrades or logs in, and their mailbox if they have one. */
    async note(tx: Tx, userId: number, origin: CallOrigin, email: string | null): Promise<void> {
      const network = publicNetworkOf(origin.address);
      const marks: Mark[] = [markOf('device', deviceOf(origin.cookies))];
      if (network !== undefined) marks.push(markOf('network', network, origin.userAgent));
      if (email !== null) marks.push(emailMark(email));
      await noteMarks(tx, userId, marks, clock());
      // Without the browser, by which alone nobody is taken for somebody else.
      if (network !== undefined) await noteNetwork(tx, userId, keyedHash('any browser', network), clock());
    },

    /** The mark of the device that a call comes from, if this person has come in on it before. */
    async knownDevice(db: Queryable, userId: number, cookies: Cookies): Promise<string | undefined> {
      const device = readDevice(cookies);
      if (!device?.isSigned) return undefined;
      const { mark } = markOf('device', device.id);
      return (await hasMark(db, userId, mark)) ? mark : undefined;
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
