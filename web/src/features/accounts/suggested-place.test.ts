import { describe, expect, it } from 'vitest';
import { statesOf } from '@adda/contract/accounts';
import { suggestedPlace } from './suggested-place.ts';

describe('HM-04: the place that a browser suggests', () => {
  it.each([
    ['Asia/Kolkata', ['en-GB'], 'India', ''],
    ['Asia/Dhaka', [], 'Bangladesh', ''],
    ['Europe/Belfast', ['en-IE'], 'UK', 'Northern Ireland'],
    ['America/Indiana/Knox', ['en-US'], 'USA', 'Indiana'],
    ['Pacific/Honolulu', ['ja'], 'USA', 'Hawaii'],
    ['America/New_York', ['en-US'], 'USA', ''],
    ['Europe/Berlin', ['de-DE', 'ur-PK'], 'Pakistan', ''],
    ['UTC', ['hi-Deva-IN'], 'India', ''],
  ])('%s and %j suggest %s %s', (zone, languages, country, state) => {
    expect(suggestedPlace(zone, languages)).toEqual({ country, state });
    if (state !== '') expect(statesOf(country)).toContain(state);
  });

  it.each([
    ['UTC', ['en-US', 'en']],
    ['America/Toronto', ['fr-CA']],
    ['America/Indianapolis/../x', ['not a tag!']],
    ['', []],
  ])('%s and %j suggest nothing', (zone, languages) => {
    expect(suggestedPlace(zone, languages)).toEqual({ country: '', state: '' });
  });
});
