import { isRedirect } from '@tanstack/react-router';
import { beforeEach, expect, it } from 'vitest';
import { session } from '../platform/session.ts';
import { logIn } from '../test/log-in.ts';
import { toast } from '../ui/toast-store.ts';
import { requireSession } from './guards.ts';

beforeEach(() => {
  for (const { id } of toast.current()) toast.dismiss(id);
});

/** Returns where the guard redirects to; undefined if it lets the user in. */
function landingOf(to: '/' | '/login'): string | undefined {
  try {
    requireSession(to);
    return undefined;
  } catch (error) {
    if (isRedirect(error)) return error.options.to;
    throw error;
  }
}

it.each([
  ['AU-23, SH-30', '/'],
  ['SH-28, X-25', '/login'],
] as const)('AU-22, %s: without a session the user reads so and lands at %s', (_id, to) => {
  expect(session.current()).toBeNull();
  expect(landingOf(to)).toBe(to);
  expect(toast.current().map(({ text }) => text)).toEqual(['No session found. Please log in.']);
});

it('lets a user with a session in', () => {
  logIn('asha');
  expect(landingOf('/')).toBeUndefined();
  expect(toast.current()).toEqual([]);
});

it('PN-01: the login leads back to what was shared', () => {
  location.href = new URL('/share', location.href).href;
  expect(() => requireSession('/login')).toThrow(
    expect.objectContaining({ options: expect.objectContaining({ search: { to: '/share' } }) }),
  );
});
