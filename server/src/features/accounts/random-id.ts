import { randomBytes } from 'node:crypto';

/** Crockford's digits: no letter that is read as another one. */
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** An unguessable id of 128 bits, safe in addresses. */
export function randomId(): string {
  return randomBytes(16).toString('base64url');
}

/** Random lower-case digits that people can read aloud. */
export function randomDigits(length: number): string {
  return Array.from(randomBytes(length), (byte) => BASE_32.charAt(byte % BASE_32.length)).join('');
}
