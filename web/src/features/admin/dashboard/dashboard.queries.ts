import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';

const REFRESH_MS = 60_000;

/** Over how many days the dashboard looks back; the middle one unless told. */
export const spans = [7, 30, 90] as const;

/** The span that an address names. */
export const spanOf = (text: string | undefined): number => spans.find((days) => String(days) === text) ?? 30;

/** How the server is and what happened day by day, read again every minute. */
export const dashboardQuery = (days: number) =>
  queryOptions({
    queryKey: [...adminKey, 'dashboard', days],
    queryFn: ({ signal }) => api('GET /admin/dashboard', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
