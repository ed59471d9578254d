import { describe, expect, it } from 'vitest';
import { statesOf } from './countries.ts';

describe('the states of a country', () => {
  it('AU-40: the USA has 50 states', () => {
    const states = statesOf('USA');
    expect([states.length, new Set(states).size]).toEqual([50, 50]);
    expect(states).toEqual(expect.arrayContaining(['Alabama', 'Alaska', 'Hawaii', 'Wyoming']));
    expect(states).not.toContain('Puerto Rico');
  });

  it('AU-41: India has 28 states, then 8 union territories', () => {
    const states = statesOf('India');
    expect([states.length, new Set(states).size]).toEqual([36, 36]);
    expect(states.slice(28)).toEqual([
      'Andaman and Nicobar Islands',
      'Chandigarh',
      'Dadra and Nagar Haveli and Daman and Diu',
      'Delhi',
      'Jammu and Kashmir',
      'Ladakh',
      'Lakshadweep',
      'Puducherry',
    ]);
  });

  it.each([
    ['AU-42', 'UK', 'England, Scotland, Wales, Northern Ireland'],
    [
      'AU-43, Q-38',
      'Pakistan',
      'Punjab, Sindh, Khyber Pakhtunkhwa, Balochistan, Islamabad Capital Territory, Gilgit-Baltistan, Azad Jammu and Kashmir',
    ],
    [
      'AU-44, Q-38',
      'Bangladesh',
      'Dhaka, Chattogram, Khulna, Rajshahi, Barishal, Sylhet, Rangpur, Mymensingh',
    ],
  ])('%s: %s has %s', (_id, country, states) => {
    expect(statesOf(country).join(', ')).toBe(states);
  });

  it('an unknown country has none', () => {
    expect(statesOf('France')).toEqual([]);
  });
});
