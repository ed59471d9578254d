import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

/** Key prefix of every query of the console: `invalidateQueries({ queryKey: adminKey })` after an action. */
export const adminKey = ['admin'] as const;

const NOW_REFRESH_MS = 60_000;

/** The server's figures and pending counts, refetched every minute. */
export const nowQuery = queryOptions({
  queryKey: [...adminKey, 'now'],
  queryFn: async ({ signal }) => (await api('GET /admin/dashboard', { query: { days: 1 }, signal })).now,
  refetchInterval: NOW_REFRESH_MS,
  staleTime: 10_000,
});
