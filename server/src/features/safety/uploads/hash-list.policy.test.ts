import { DHASH_DISTANCE_MAX } from '@adda/contract/safety';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHashList, type ListedHash } from './hash-list.policy.ts';

const SHA = 'ab'.repeat(32);
const dhashes = fc
  .bigInt({ min: 0n, max: 2n ** 64n - 1n })
  .map((bits) => bits.toString(16).padStart(16, '0'));
const listed = (values: readonly string[]): ListedHash[] =>
  values.map((value, at) => ({ id: String(at), kind: 'dhash', value }));

/** Reference implementation of the Hamming distance. */
const distance = (one: string, other: string): number =>
  (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length;

describe('SV-105: the list of refused files', () => {
  it('returns the nearest perceptual hash within the maximum distance, and none beyond it', () => {
    const flips = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(dhashes, { minLength: 1, maxLength: 30 }), flips, (values, bits) => {
        const mask = bits.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n);
        const dhash = (BigInt(`0x${values[0]}`) ^ mask).toString(16).padStart(16, '0');
        const found = createHashList(listed(values)).find({ sha256: SHA, dhash });
        const nearest = Math.min(...values.map((value) => distance(value, dhash)));
        if (nearest > DHASH_DISTANCE_MAX) expect(found).toBeUndefined();
        else expect(distance(found?.value ?? '0', dhash)).toBe(nearest);
      }),
    );
  });

  it('matches a SHA-256 exactly, regardless of the perceptual hash', () => {
    const list = createHashList([{ id: '1', kind: 'sha256', value: SHA }]);
    expect(list.find({ sha256: SHA, dhash: null })?.id).toBe('1');
    expect(list.find({ sha256: SHA, dhash: '0123456789abcdef' })?.id).toBe('1');
    expect(list.find({ sha256: SHA.replace('a', 'b'), dhash: null })).toBeUndefined();
  });

  it('a file without a perceptual hash matches no perceptual hash', () => {
    const list = createHashList(listed(['0000000000000000', 'ffffffffffffffff']));
    expect(list.find({ sha256: SHA, dhash: null })).toBeUndefined();
  });
});
