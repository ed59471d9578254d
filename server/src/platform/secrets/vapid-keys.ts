import { createECDH } from 'node:crypto';
import { join } from 'node:path';
import { secretFrom } from './secret-file.ts';

/**
 * The keys by which push services know this server (RFC 8292), base64url without padding: a point of P-256 of 65 bytes, which
 * browsers get, and its secret number of 32 bytes.
 */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

const CURVE = 'prime256v1';
const KEY = /^[\w-]{43}$/;

/** Makes a new pair of keys. */
export function createVapidKeys(): VapidKeys {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // A number that begins with zeros is shorter.
  const number = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: number.toString('base64url') };
}

/** Returns the public key of a private one; undefined if that is no number of P-256. */
export function vapidPublicKeyOf(privateKey: string): string | undefined {
  if (!KEY.test(privateKey)) return undefined;
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    return undefined;
  }
  return pair.getPublicKey('base64url');
}

/** Returns the file of the generated private key, which is used when no setting provides one. Backups include it. */
export const vapidFileOf = (dataDir: string): string => join(dataDir, 'vapid-key');

/**
 * Returns the keys: those of the settings, or a pair that is generated at the first start and stored in the data folder, readable
 * only by its owner (PN-02). Throws an `Error` when the stored key is damaged.
 */
export function vapidKeys(settings: Partial<VapidKeys>, dataDir: string): VapidKeys {
  const { publicKey, privateKey } = settings;
  if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey };
  const file = vapidFileOf(dataDir);
  const stored = secretFrom(file, () => createVapidKeys().privateKey);
  const found = vapidPublicKeyOf(stored);
  if (found === undefined) throw new Error(`${file} holds no key. Restore it from a backup, or delete it.`);
  return { publicKey: found, privateKey: stored };
}
