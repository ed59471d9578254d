import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Time until the configuration is refetched, in ms: it changes when the server restarts. */
const CONFIG_FRESH_MS = 5 * 60_000;

/** Query of the server's capabilities (SV-107): its settings and enabled features. */
export const clientConfig = () =>
  queryOptions({
    queryKey: ['client-config'],
    queryFn: ({ signal }) => api('GET /config/client', { signal }),
    staleTime: CONFIG_FRESH_MS,
  });
