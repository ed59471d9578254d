import { DHASH_DISTANCE_MAX } from '@adda/contract/safety';
import type { UploadHashes } from '../safety.types.ts';

/** An entry of the list: 64 hex digits of a SHA-256, or 16 of a perceptual hash. */
export type ListedHash = { readonly id: string; readonly kind: 'sha256' | 'dhash'; readonly value: string };

/** Returns the entry that matches a file; undefined if none does. */
type HashList = { readonly find: (hashes: UploadHashes) => ListedHash | undefined };

/** Creates an in-memory list: exact match for SHA-256, maximum Hamming distance for perceptual hashes. */
export function createHashList(listed: readonly ListedHash[]): HashList {
  const exact = new Map(listed.filter(({ kind }) => kind === 'sha256').map((hash) => [hash.value, hash]));
  const similar = listed.filter(({ kind }) => kind === 'dhash');
  // Two 32-bit halves, because bitwise operators in JavaScript work on 32 bits.
  const high = Uint32Array.from(similar, ({ value }) => parseInt(value.slice(0, 8), 16));
  const low = Uint32Array.from(similar, ({ value }) => parseInt(value.slice(8), 16));

  const findSimilar = (dhash: string): ListedHash | undefined => {
    const [first, second] = [parseInt(dhash.slice(0, 8), 16), parseInt(dhash.slice(8), 16)];
    let nearest = DHASH_DISTANCE_MAX + 1;
    let found: ListedHash | undefined;
    for (let at = 0; at < similar.length && nearest > 0; at += 1) {
      const distance = bitsOf((high[at] ?? 0) ^ first) + bitsOf((low[at] ?? 0) ^ second);
      if (distance >= nearest) continue;
      nearest = distance;
      found = similar[at];
    }
    return found;
  };
  return {
    find: ({ sha256, dhash }) => exact.get(sha256) ?? (dhash === null ? undefined : findSimilar(dhash)),
  };
}

/** Returns the number of set bits of a 32-bit word. */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
