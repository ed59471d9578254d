import { expect, it } from 'vitest';
import { payersOf } from './gateway.codec.ts';

it('SV-50: returns the payer’s identifiers in normalized spelling', () => {
  expect(payersOf({ id: 'ABC123', email: ' Ann@Example.org ' })).toEqual([
    'id:abc123',
    'email:ann@example.org',
  ]);
});

it('SV-50: leaves out missing identifiers and placeholders', () => {
  expect(payersOf({ email: 'void@razorpay.com', contact: null, vpa: undefined, id: '' })).toEqual([]);
});
