import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWhisper } from '@adda/contract/rooms';
import { matchRecipients } from '../members/typed-names.policy.ts';

describe('parsing private messages', () => {
  it.each([
    ['hello', undefined],
    ['hello @bob how are you', undefined],
    ['@bob', undefined],
    ['bob@example.com is mine', undefined],
    ['@bob hi', { names: ['bob'], words: 'hi' }],
    ['  @bob hi', { names: ['bob'], words: 'hi' }],
    ['@Bob hi', { names: ['bob'], words: 'hi' }],
    ['@bob\nhi', { names: ['bob'], words: 'hi' }],
    ['@bob @ann.b-1 hi @eve', { names: ['bob', 'ann.b-1'], words: 'hi @eve' }],
    ['@bob @bob hi', { names: ['bob'], words: 'hi' }],
    ['@bob @ann', { names: ['bob'], words: '@ann' }],
    ['@bob ', { names: ['bob'], words: '' }],
    ['@ hi', { names: [''], words: 'hi' }],
    ['\u200b@bob hi', { names: ['bob'], words: 'hi' }],
    ['\u200f \u2060@bob hi', { names: ['bob'], words: 'hi' }],
    ['@b\u200bob hi', { names: ['bob'], words: 'hi' }],
    ['@bob \u200b@ann hi', { names: ['bob', 'ann'], words: 'hi' }],
    ['＠bob hi', { names: ['bob'], words: 'hi' }],
    ['@bob \u200b', { names: ['bob'], words: '' }],
  ])('GC-57, X-35: %j', (content, expected) => {
    expect(readWhisper(content)).toEqual(expected);
  });

  it.each([
    ['@bob', { names: ['bob'], words: '' }],
    [' @bob @ann', { names: ['bob', 'ann'], words: '' }],
    ['@bob look', { names: ['bob'], words: 'look' }],
    ['look @bob', undefined],
    ['', undefined],
  ])('GC-56, GC-57: with an image or a video a name alone is sufficient: %j', (content, expected) => {
    expect(readWhisper(content, true)).toEqual(expected);
  });

  it('GC-57: any text that starts with @ and contains a space is private', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(readWhisper(`@${before} ${after}`)).toBeDefined();
      }),
    );
  });
});

describe('finding recipients', () => {
  const members = ['bob', '_guest-sun', '_guest-bob'].map((username) => ({ username }));
  const find = (...names: string[]) => {
    const { recipients, unknown } = matchRecipients(names, members);
    return unknown ?? recipients.map((member) => member.username);
  };

  it('X-35: matches the whole name first, then the displayed name of a guest', () => {
    expect(find('bob')).toEqual(['bob']);
    expect(find('sun')).toEqual(['_guest-sun']);
    expect(find('_guest-bob')).toEqual(['_guest-bob']);
  });

  it('X-35: an error names the first user who is not a member, and no user receives the message', () => {
    expect(find('bob', 'eve', 'mallory')).toBe('eve');
    expect(find('')).toBe('');
  });

  it('counts a user once under two names', () => {
    expect(find('sun', '_guest-sun')).toEqual(['_guest-sun']);
  });
});
