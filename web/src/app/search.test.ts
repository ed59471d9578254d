import { describe, expect, it } from 'vitest';
import { optionalText, tabSearch } from './search.ts';

describe('the addresses', () => {
  it('SH-01: know three tabs; chats is the one without a name', () => {
    expect(tabSearch({ tab: 'feed' })).toEqual({ tab: 'feed' });
    expect(tabSearch({ tab: 'profile' })).toEqual({ tab: 'profile' });
    expect(tabSearch({ tab: 'chats' })).toEqual({});
    expect(tabSearch({ tab: 'wallet' })).toEqual({});
  });

  it('SH-23: take a referral code of digits for a text', () => {
    expect(optionalText('ref')({ ref: 1234, other: 'x' })).toEqual({ ref: '1234' });
    expect(optionalText('ref')({ ref: '' })).toEqual({});
    expect(optionalText('ref')({ ref: ['a'] })).toEqual({});
  });
});
