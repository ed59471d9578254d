import { describe, expect, it } from 'vitest';
import { messageSearch, optionalText, profileSearch, tabSearch } from './search.ts';

describe('search parameters of addresses', () => {
  it('SH-01: three tabs exist; chats has no name', () => {
    expect(tabSearch({ tab: 'feed' })).toEqual({ tab: 'feed' });
    expect(tabSearch({ tab: 'profile' })).toEqual({ tab: 'profile' });
    expect(tabSearch({ tab: 'chats' })).toEqual({});
    expect(tabSearch({ tab: 'wallet' })).toEqual({});
  });

  it('HM-15: ?view= is the tab of a profile; posts have none, and other tabs of the main screen neither', () => {
    expect(profileSearch({ view: 'locked' })).toEqual({ view: 'locked' });
    expect(profileSearch({ view: 'posts' })).toEqual({});
    expect(profileSearch({ view: 'wallet' })).toEqual({});
    expect(tabSearch({ tab: 'profile', view: 'plans' })).toEqual({ tab: 'profile', view: 'plans' });
    expect(tabSearch({ tab: 'feed', view: 'plans' })).toEqual({ tab: 'feed' });
  });

  it('HM-14: the feed has a second tab', () => {
    expect(tabSearch({ tab: 'feed', feed: 'following' })).toEqual({ tab: 'feed', feed: 'following' });
    expect(tabSearch({ tab: 'feed', feed: 'friends' })).toEqual({ tab: 'feed' });
    expect(tabSearch({ tab: 'profile', feed: 'following' })).toEqual({ tab: 'profile' });
  });

  it('FT-07: ?m= is the sequence of a message', () => {
    expect(messageSearch({ m: 12 })).toEqual({ m: 12 });
    expect(messageSearch({ m: '12' })).toEqual({ m: 12 });
    for (const m of [0, -1, 1.5, 'x', '']) expect(messageSearch({ m })).toEqual({});
  });

  it('SH-23: a numeric referral code is read as text', () => {
    expect(optionalText('ref')({ ref: 1234, other: 'x' })).toEqual({ ref: '1234' });
    expect(optionalText('ref')({ ref: '' })).toEqual({});
    expect(optionalText('ref')({ ref: ['a'] })).toEqual({});
  });
});
