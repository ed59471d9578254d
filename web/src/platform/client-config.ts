import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** What a server can do changes when it restarts; it is asked again after so long, in ms. */
const CONFIG_FRESH_MS = 5 * 60_000;

/** What this server can do (SV-107): its settings and which features are on. */
export const clientConfig = () =>
  queryOptions({
    queryKey: ['client-config'],
    queryFn: ({ signal }) => api('GET /config/client', { signal }),
    staleTime: CONFIG_FRESH_MS,
  });
