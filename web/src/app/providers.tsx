import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Toasts } from '../ui/toasts.tsx';
import { i18n } from './i18n.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';
import { useSessionEnd } from './use-session-end.ts';

/** Everything that the screens stand on. */
export function Providers() {
  useSessionEnd();
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>
  );
}
