import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

/** Every query of the console begins with this: `invalidateQueries({ queryKey: adminKey })` after something was done. */
export const adminKey = ['admin'] as const;

const NOW_REFRESH_MS = 60_000;

/** How the server is and what waits for somebody, read again every minute. */
export const nowQuery = queryOptions({
  queryKey: [...adminKey, 'now'],
  queryFn: async ({ signal }) => (await api('GET /admin/dashboard', { query: { days: 1 }, signal })).now,
  refetchInterval: NOW_REFRESH_MS,
  staleTime: 10_000,
});
