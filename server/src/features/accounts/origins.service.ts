import { createHmac, hkdfSync } from 'node:crypto';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { CallOrigin, Cookies } from '../../platform/http/handler.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import { isSameSecret } from '../../platform/secrets/same-secret.ts';
import { isPublicAddress } from '../../platform/outbound/public-target.ts';
import { deviceName, randomId } from './accounts.policy.ts';
import {
  arePlacesKnown,
  hasMark,
  noteMarks,
  noteNetwork,
  notePlaces,
  type Mark,
  type Place,
} from './origins.repository.ts';

const COOKIE = 'adda_device';
const COOKIE_SECONDS = 365 * 24 * 3600;
/** Device id and signature. Early cookies have no signature. */
const DEVICE = /^([\w-]{22})(?:\.([\w-]{43}))?$/;

/**
 * Returns the network of a public address; undefined for private addresses, which all clients have behind an
 * unconfigured proxy.
 */
function publicNetworkOf(address: string): string | undefined {
  const network = networkOf(address);
  return isPublicAddress(network.includes('/') ? address : network) ? network : undefined;
}

export type Origins = ReturnType<typeof createOrigins>;

/**
 * Stores keyed hashes that identify accounts used by the same user, to prevent self-referrals (SV-96) and to detect
 * suspended users who return (SV-50). The hashes reveal neither device nor address.
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
    return { id, isSigned: isSameSecret(signature, signatureOf(id)) };
  };
  /** Returns the device id of the browser. Creates one if the cookie is missing or was not signed by this server. */
  const deviceOf = (cookies: Cookies): string => {
    const known = readDevice(cookies);
    if (known?.isSigned) return known.id;
    const isUnsignedLegacy = known !== undefined && cookies.get(COOKIE) === known.id;
    const device = isUnsignedLegacy ? known.id : randomId();
    cookies.set(COOKIE, `${device}.${signatureOf(device)}`, COOKIE_SECONDS);
    return device;
  };
  const emailMark = (email: string) => markOf('email', canonicalEmail(email));
  /** The hashes contain the account, so that no two accounts have one in common. */
  const placesOf = (userId: number, { userAgent, country }: CallOrigin): Place[] => {
    const placeOf = (kind: Place['kind'], name: string): Place => ({
      kind,
      mark: keyedHash('place', String(userId), kind, name),
    });
    const browser = placeOf('browser', deviceName(userAgent));
    return country === undefined ? [browser] : [browser, placeOf('country', country)];
  };
  const knownDevice = async (
    db: Queryable,
    userId: number,
    cookies: Cookies,
  ): Promise<string | undefined> => {
    const device = readDevice(cookies);
    if (!device?.isSigned) return undefined;
    const { mark } = markOf('device', device.id);
    return (await hasMark(db, userId, mark)) ? mark : undefined;
  };

  return {
    /** Stores device, network, browser, country and mailbox of a user who registers, upgrades or logs in. */
    async note(tx: Tx, userId: number, origin: CallOrigin, email: string | null): Promise<void> {
      const network = publicNetworkOf(origin.address);
      const marks: Mark[] = [markOf('device', deviceOf(origin.cookies))];
      if (network !== undefined) marks.push(markOf('network', network, origin.userAgent));
      if (email !== null) marks.push(emailMark(email));
      await noteMarks(tx, userId, marks, clock());
      await notePlaces(tx, userId, placesOf(userId, origin), clock());
      // Stored without the browser; this mark alone never identifies an account.
      if (network !== undefined) await noteNetwork(tx, userId, keyedHash('any browser', network), clock());
    },

    /** Returns the mark of the device if the user has logged in on it before. */
    knownDevice,

    /** Whether the user logged in on this device, with this browser and from this country before (ID-05). */
    isKnownPlace: async (db: Queryable, userId: number, origin: CallOrigin): Promise<boolean> =>
      (await knownDevice(db, userId, origin.cookies)) !== undefined &&
      (await arePlacesKnown(db, userId, placesOf(userId, origin))),

    /** Stores only the mailbox mark, for example for accounts created before marks existed. */
    noteEmail: (tx: Tx, userId: number, email: string) => noteMarks(tx, userId, [emailMark(email)], clock()),

    /** Stores the ids by which a payment provider knows the user; `identity` is unique within the provider. */
    notePayer: (tx: Tx, userId: number, provider: string, identities: readonly string[]) =>
      noteMarks(
        tx,
        userId,
        identities.map((identity) => markOf('payer', provider, identity)),
        clock(),
      ),
  };
}

/** Domains of providers that ignore dots in the local part, mapped to their canonical domain. */
const DOTLESS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * Returns the canonical mailbox of an address: lower case, without `+tag`, dots removed where the provider ignores
 * them. For comparison only; mails are never sent to it.
 */
export function canonicalEmail(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const [name = ''] = address.slice(0, Math.max(at, 0)).split('+', 1);
  const provider = DOTLESS.get(domain);
  return provider ? `${name.replaceAll('.', '')}@${provider}` : `${name}@${domain}`;
}
