import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { recentProof } from '../platform/recent-proof.ts';
import { withAccountTexts } from '../platform/texts.ts';
import { i18n } from './i18n.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';
import { useSessionEnd } from './use-session-end.ts';

const loadProofDialog = () => import('../features/accounts/recent-proof-dialog.tsx');
recentProof.ask = (username) =>
  withAccountTexts(loadProofDialog).then(
    ({ askForProof }) => askForProof(username),
    () => false, // it did not come: the call fails in its own words
  );

// No screen waits for it: what is said before it is here is shown when it is.
const Toasts = lazy<ComponentType>(() =>
  import('../ui/toasts.tsx').then(
    (file) => ({ default: file.Toasts }),
    () => ({ default: () => null }),
  ),
);

/** Everything that the screens stand on. */
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
