import { ECDH } from 'node:crypto';
import { PUSH_ENDPOINT_MAX } from '@adda/contract/push';

/** A browser's address and keys, in the one form in which they are stored. */
export type SubscriptionInput = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

type Given = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

const POINT_BYTES = 65;
/** How a point with both coordinates begins. */
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;
const BASE64URL = /^[\w-]+={0,2}$/;

const bytesOf = (text: string): Buffer | undefined =>
  BASE64URL.test(text) ? Buffer.from(text, 'base64url') : undefined;

/**
 * Returns the normalised address of a push service: https on any port, without a user, at most `PUSH_ENDPOINT_MAX` characters;
 * otherwise undefined (PN-02).
 */
export function endpointOf(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return url.href.length <= PUSH_ENDPOINT_MAX ? url.href : undefined;
}

function isPointOfP256(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** Returns the subscription of a body; undefined if its address or one of its keys can't be used (PN-02). */
export function readSubscription({ endpoint: given, keys }: Given): SubscriptionInput | undefined {
  const endpoint = endpointOf(given);
  const point = bytesOf(keys.p256dh);
  const auth = bytesOf(keys.auth);
  if (endpoint === undefined || !point || !isPointOfP256(point) || auth?.length !== AUTH_BYTES)
    return undefined;
  return { endpoint, p256dh: point.toString('base64url'), auth: auth.toString('base64url') };
}
