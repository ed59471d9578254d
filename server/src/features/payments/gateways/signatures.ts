import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 in hex. */
export const hmacOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Returns the first value of a header; undefined if it is absent. */
export function headerOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
