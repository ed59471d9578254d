import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';

const REFRESH_MS = 60_000;

/** Periods of the dashboard in days. */
export const spans = [7, 30, 90] as const;

/** The period without a filter, in days. */
export const DEFAULT_SPAN = 30;

/** Returns the period that an address names. */
export const spanOf = (text: string | undefined): number =>
  spans.find((days) => String(days) === text) ?? DEFAULT_SPAN;

/** The server's figures and daily statistics, refetched every minute. */
export const dashboardQuery = (days: number) =>
  queryOptions({
    queryKey: [...adminKey, 'dashboard', days],
    queryFn: ({ signal }) => api('GET /admin/dashboard', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
