import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { recentProof } from '../platform/recent-proof.ts';
import { i18n } from '../platform/texts.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';
import { useSessionEnd } from './use-session-end.ts';

const loadProofDialog = () => import('../features/accounts/recent-proof-dialog.tsx');
// Loads the dialog when a request first needs the password.
recentProof.ask = (username) =>
  loadProofDialog().then(
    ({ askForProof }) => askForProof(username),
    () => false, // the dialog failed to load: the call fails with its own error
  );

// No screen waits for this code: toasts shown before it has loaded appear once it has.
const Toasts = lazy<ComponentType>(() =>
  import('../ui/toasts.tsx').then(
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
