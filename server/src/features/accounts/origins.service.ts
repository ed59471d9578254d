import { createHmac } from 'node:crypto';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { CallOrigin, Cookies } from '../../platform/http/handler.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import { isSameSecret } from '../../platform/secrets/same-secret.ts';
import { keysFor, type FormerUse, type ServerSecret } from '../../platform/secrets/server-secrets.ts';
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
 * suspended users who return (SV-50). The hashes reveal neither device nor address. While former secrets are in use, the hashes by
 * them are stored too: otherwise they would not match those of accounts that were last here before the exchange (ADR 61).
 */
export function createOrigins({ jwtSecret, clock }: { jwtSecret: ServerSecret; clock: () => Date }) {
  const keysOf = (use: FormerUse) => keysFor(jwtSecret, use, 'adda account origins');
  const [keys, signatureKeys] = [keysOf('opening'), keysOf('accepted')];
  const hashBy = (key: Buffer, parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  const keyedHashes = (...parts: readonly string[]) => keys.map((key) => hashBy(key, parts));
  const marksOf = (kind: Mark['kind'], ...parts: readonly string[]): Mark[] =>
    keyedHashes(kind, ...parts).map((mark) => ({ kind, mark }));
  const signatureOf = (device: string, key = signatureKeys[0]) => hashBy(key, ['device cookie', device]);
  const readDevice = (cookies: Cookies) => {
    const [, id, signature = ''] = DEVICE.exec(cookies.get(COOKIE) ?? '') ?? [];
    if (id === undefined) return undefined;
    return { id, isSigned: signatureKeys.some((key) => isSameSecret(signature, signatureOf(id, key))) };
  };
  /** Returns the device id of the browser. Creates one if the cookie is missing or was not signed by this server. */
  const deviceOf = (cookies: Cookies): string => {
    const known = readDevice(cookies);
    if (known && cookies.get(COOKIE) === `${known.id}.${signatureOf(known.id)}`) return known.id;
    const isUnsignedLegacy = known !== undefined && cookies.get(COOKIE) === known.id;
    // A former secret has signed it: it is signed anew.
    const device = known && (known.isSigned || isUnsignedLegacy) ? known.id : randomId();
    cookies.set(COOKIE, `${device}.${signatureOf(device)}`, COOKIE_SECONDS);
    return device;
  };
  const emailMarks = (email: string) => marksOf('email', canonicalEmail(email));
  /** The hashes contain the account, so that no two accounts have one in common. */
  const placesOf = (userId: number, { userAgent, country }: CallOrigin, key: Buffer): Place[] => {
    const placeOf = (kind: Place['kind'], name: string): Place => ({
      kind,
      mark: hashBy(key, ['place', String(userId), kind, name]),
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
    for (const { mark } of marksOf('device', device.id)) if (await hasMark(db, userId, mark)) return mark;
    return undefined;
  };
  const isPlaceKnown = async (db: Queryable, userId: number, origin: CallOrigin): Promise<boolean> => {
    for (const key of keys) if (await arePlacesKnown(db, userId, placesOf(userId, origin, key))) return true;
    return false;
  };

  return {
    /** Stores device, network, browser, country and mailbox of a user who registers, upgrades or logs in. */
    async note(tx: Tx, userId: number, origin: CallOrigin, email: string | null): Promise<void> {
      const network = publicNetworkOf(origin.address);
      const marks = marksOf('device', deviceOf(origin.cookies));
      if (network !== undefined) marks.push(...marksOf('network', network, origin.userAgent));
      if (email !== null) marks.push(...emailMarks(email));
      await noteMarks(tx, userId, marks, clock());
      const places = keys.flatMap((key) => placesOf(userId, origin, key));
      await notePlaces(tx, userId, places, clock());
      if (network === undefined) return;
      // Stored without the browser; this mark alone never identifies an account.
      for (const mark of keyedHashes('any browser', network)) await noteNetwork(tx, userId, mark, clock());
    },

    /** Returns the mark of the device if the user has logged in on it before. */
    knownDevice,

    /** Whether the user logged in on this device, with this browser and from this country before (ID-05). */
    isKnownPlace: async (db: Queryable, userId: number, origin: CallOrigin): Promise<boolean> =>
      (await knownDevice(db, userId, origin.cookies)) !== undefined &&
      (await isPlaceKnown(db, userId, origin)),

    /** Stores only the mailbox mark, for example for accounts created before marks existed. */
    noteEmail: (tx: Tx, userId: number, email: string) => noteMarks(tx, userId, emailMarks(email), clock()),

    /** Stores the ids by which a payment provider knows the user; `identity` is unique within the provider. */
    notePayer: (tx: Tx, userId: number, provider: string, identities: readonly string[]) =>
      noteMarks(
        tx,
        userId,
        identities.flatMap((identity) => marksOf('payer', provider, identity)),
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
