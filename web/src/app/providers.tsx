import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType, useEffect } from 'react';
import { recentProof } from '../platform/recent-proof.ts';
import { i18n } from '../platform/texts.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';
import { t } from '@lingui/core/macro';
import { clearUserStorage } from '../platform/user-storage.ts';
import { linkSearchOf } from '../platform/link-target.ts';
import { openChatUser, openGroupChat } from '../platform/open-chat.ts';
import { session } from '../platform/session.ts';
import { toast } from '../ui/toast-store.ts';

/** Clears the data of the last user. */
function clearUserData(): void {
  openGroupChat.clear();
  openChatUser.clear();
  queryClient.clear();
}

const loadAfterPaint = () => import('./after-paint.ts');

/** Removes what is kept for reading without a connection (PN-01), except for `account`; `isAll`: also what was not sent. */
function clearKept(isAll: boolean, account?: string): void {
  if (isAll) clearUserStorage(account);
  // Without its code the data stays until the next change of account.
  void loadAfterPaint().then(
    (file) => file.clearDatabases(isAll, account),
    () => undefined,
  );
}

/**
 * Announces the end of the session and redirects to its landing page (SH-19, AU-17, AU-24, X-25); follows a
 * logout in another tab.
 */
export function useSessionEnd(): void {
  useEffect(() => {
    let username = session.current()?.username;
    const stopEnd = session.onEnd(({ reason, landing }) => {
      clearUserData();
      // A user whose session expired or was suspended will return, and keeps their drafts.
      clearKept(reason === 'logged-out');
      if (reason === 'expired') toast.problem(t`Session expired. Please log in again.`);
      if (reason === 'invalid') toast.problem(t`Invalid token. Please log in again.`);
      const search = linkSearchOf(router.state.location);
      const stay = { replace: true, ignoreBlocker: true };
      // A visitor who was accepting an invitation, or sharing something, logs in again and goes on.
      const goesOn = search.join !== undefined || (search.to === '/share' && reason !== 'logged-out');
      if (goesOn && landing !== '/suspended') void router.navigate({ to: '/login', search, ...stay });
      else void router.navigate({ to: landing, ...stay });
    });
    const stopChange = session.subscribe(() => {
      const now = session.current()?.username;
      if (now === username) return;
      username = now;
      clearUserData();
      if (now !== undefined) clearKept(true, now);
      void router.invalidate();
    });
    return () => {
      stopEnd();
      stopChange();
    };
  }, []);
}

const loadProofDialog = () => import('../features/accounts/recent-proof-dialog.tsx');
// Loads the dialog when a request first needs the password.
recentProof.ask = (username) =>
  loadProofDialog().then(
    ({ askForProof }) => askForProof(username),
    () => false, // the dialog failed to load: the call fails with its own error
  );

// No screen waits for this code: toasts shown before it has loaded appear once it has.
const Toasts = lazy<ComponentType>(() =>
  loadAfterPaint().then(
    (file) => ({ default: file.Toasts }),
    () => ({ default: () => null }),
  ),
);

/** Providers and global components that every screen needs. */
export function Providers() {
  useSessionEnd();
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </I18nProvider>
  );
}
