import { randomBytes } from 'node:crypto';

/** Crockford's base 32 digits: no characters that are easily confused. */
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns an unguessable id of 128 bits, safe in URLs. */
export function randomId(): string {
  return randomBytes(16).toString('base64url');
}

/** Returns random lower-case digits that are easy to read aloud. */
export function randomDigits(length: number): string {
  return Array.from(randomBytes(length), (byte) => BASE_32.charAt(byte % BASE_32.length)).join('');
}
