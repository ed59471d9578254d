import { isGuestName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { redirect } from '@tanstack/react-router';
import { linkSearchOf, targetOf, type LinkSearch } from '../platform/link-target.ts';
import { session } from '../platform/session.ts';
import { toast } from '../ui/toast-store.ts';

/**
 * Requires a session; otherwise shows a toast and redirects to `to` (AU-22, SH-30, X-25), from where the login leads back to what
 * another app shared (PN-01).
 */
export function requireSession(to: '/' | '/login'): void {
  if (session.current()) return;
  // After a logout or an expiry the reason has already been shown.
  if (!session.hasJustEnded()) toast.show(t`No session found. Please log in.`);
  throw redirect({ to, search: linkSearchOf({ href: location.pathname, search: {} }), replace: true });
}

/** Redirects users with a session to the main screen, or to what the link with which they came leads to (GR-02, HM-05). */
export function requireNoSession({ search }: { search: LinkSearch }): void {
  if (session.current())
    throw redirect({ href: targetOf(linkSearchOf({ href: '', search })), replace: true });
}

/**
 * Redirects guests who open an invitation to the account upgrade, with the referral code; others as {@link
 * requireNoSession}.
 */
export function requireNoPermanentAccount(search: LinkSearch & { ref?: string }): void {
  const current = session.current();
  if (current && isGuestName(current.username)) throw redirect({ to: '/upgrade', search, replace: true });
  requireNoSession({ search });
}
