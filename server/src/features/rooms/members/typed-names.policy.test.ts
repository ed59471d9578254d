import { expect, it } from 'vitest';
import { resolveTarget } from './typed-names.policy.ts';

const person = (username: string, isMember: boolean) => ({ username, isMember });
const targetOf = (name: string, ...people: ReturnType<typeof person>[]) =>
  resolveTarget(name, people, ({ isMember }) => isMember);

it('GM-16: a name refers to the account with that name, or to the guest who is displayed under it', () => {
  const [sun, guest] = [person('sun', true), person('_guest-sun', true)];
  expect(targetOf('sun', guest, sun)).toBe(sun);
  expect(targetOf('sun', guest)).toBe(guest);
  expect(targetOf('_guest-sun', guest, sun)).toBe(guest);
  expect(targetOf('moon', guest, sun)).toBeUndefined();
});

it('GM-16: of two accounts it refers to the account that the command can apply to', () => {
  const [sun, guest] = [person('sun', false), person('_guest-sun', true)];
  expect(targetOf('sun', sun, guest)).toBe(guest);
  expect(targetOf('sun', sun)).toBe(sun);
  expect(targetOf('sun', sun, person('_guest-sun', false))).toBe(sun);
});
