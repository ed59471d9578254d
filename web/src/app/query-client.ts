import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../platform/api-error.ts';
import { orKeptCopy } from '../platform/offline-fallback.ts';

const MAX_RETRIES = 2;

/** Retries only without a response or after a server error: any other response would not change. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < MAX_RETRIES && error instanceof ApiError && (error.isUnreachable || error.status >= 500);

/** The cache of server responses. Old content stays visible while new content loads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      retry: shouldRetry,
      refetchOnWindowFocus: true,
      persister: orKeptCopy,
    },
    mutations: { retry: false },
  },
});
