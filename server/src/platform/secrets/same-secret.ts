import { timingSafeEqual } from 'node:crypto';

/**
 * Compares two texts in constant time. Compares as text, because decoding would accept several encodings of one value.
 */
export function isSameSecret(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
