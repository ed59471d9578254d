import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { keptOffline } from '../../platform/offline-fallback.ts';

/** The caller's own account (SV-12). */
export const meQuery = queryOptions({
  queryKey: ['me', 'account'],
  queryFn: ({ signal }) => api('GET /users/me', { signal }),
  staleTime: 60_000,
  meta: keptOffline,
});

/** The caller's settings, such as whether they want cards of links (FT-05); guests have them too. */
export const userSettingsQuery = queryOptions({
  queryKey: ['me', 'settings'],
  queryFn: ({ signal }) => api('GET /users/settings', { signal }),
  staleTime: 60_000,
  meta: keptOffline,
});
