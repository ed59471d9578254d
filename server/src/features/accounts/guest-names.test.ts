import { expect, it } from 'vitest';
import { makeGuestName } from './accounts.policy.ts';

it.each([
  ['Nova', /^_guest-nova-[0-9a-z]{4}$/],
  ['  Éva  Müller ', /^_guest-eva-muller-[0-9a-z]{4}$/],
  ['-- x --', /^_guest-x-[0-9a-z]{4}$/],
  ['নোভা', /^_guest-[a-z]+-[0-9a-z]{4}$/],
  [undefined, /^_guest-[a-z]+-[0-9a-z]{4}$/],
  ['a'.repeat(40), /^_guest-a{18}-[0-9a-z]{4}$/],
  ['123456789012345678 90', /^_guest-\d{18}-[0-9a-z]{4}$/],
])('SV-03, Q-09: %s becomes a name of at most 30 characters', (displayName, pattern) => {
  const name = makeGuestName(displayName);
  expect(name).toMatch(pattern);
  expect(name.length).toBeLessThanOrEqual(30);
});
