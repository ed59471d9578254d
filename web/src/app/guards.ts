import { isGuestName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { redirect } from '@tanstack/react-router';
import { session } from '../platform/session.ts';
import { toast } from '../ui/toast-store.ts';

/** Lets only people with a session in; says so and lands at `to` otherwise (AU-22, SH-28, SH-30, X-25). */
export function requireSession(to: '/' | '/login'): void {
  if (session.current()) return;
  // After a logout or an expiry the reason has just been said.
  if (!session.hasJustEnded()) toast.show(t`No session found. Please log in.`);
  throw redirect({ to, replace: true });
}

/** Sends people who are logged in on to the main screen. */
export function requireNoSession(): void {
  if (session.current()) throw redirect({ to: '/v1', replace: true });
}

/** Sends guests who open an invitation on to keeping their account, with the friend's code; others as above. */
export function requireNoPermanentAccount(search: { ref?: string }): void {
  const current = session.current();
  if (current && isGuestName(current.username)) throw redirect({ to: '/upgrade', search, replace: true });
  requireNoSession();
}
