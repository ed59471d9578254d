import { expect, it } from 'vitest';
import { createPayeeSeal } from './payees.policy.ts';

const details = { name: 'Ännchen 🐘', account: 'ann@bank' };

it('SV-93: opens only data that the same secret sealed for the same user', () => {
  const { seal, open } = createPayeeSeal('a secret');
  const sealed = seal(7, details);
  expect(open(7, sealed)).toEqual(details);
  expect(seal(7, details), 'no two look alike').not.toBe(sealed);
  expect(open(8, sealed)).toBeUndefined();
  expect(createPayeeSeal('another secret').open(7, sealed)).toBeUndefined();
});

it('SV-93: altered, truncated or unsealed data does not open', () => {
  const { seal, open } = createPayeeSeal('a secret');
  const bytes = Buffer.from(seal(7, details), 'base64url');
  for (const place of [0, 12, 28, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(place) ^ 1, place);
    expect(open(7, altered.toString('base64url'))).toBeUndefined();
  }
  for (const length of [0, 10, 28, bytes.length - 1])
    expect(open(7, bytes.subarray(0, length).toString('base64url'))).toBeUndefined();
});
