import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../platform/api-error.ts';

const MOST_RETRIES = 2;

/** An answer won't change by asking again; no answer may. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < MOST_RETRIES && error instanceof ApiError && (error.isUnreachable || error.status >= 500);

/** The cache of what the server said. Old content stays while new content loads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, gcTime: 10 * 60_000, retry: shouldRetry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
