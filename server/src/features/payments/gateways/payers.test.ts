import { expect, it } from 'vitest';
import { payersOf } from './payers.ts';

it('SV-50: says as whom a provider knows who paid, in one spelling', () => {
  expect(payersOf({ id: 'ABC123', email: ' Ann@Example.org ' })).toEqual([
    'id:abc123',
    'email:ann@example.org',
  ]);
});

it('SV-50: leaves out what a provider does not say, and what it writes for everybody', () => {
  expect(payersOf({ email: 'void@razorpay.com', contact: null, vpa: undefined, id: '' })).toEqual([]);
});
