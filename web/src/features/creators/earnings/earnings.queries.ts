import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { creatorKeys } from '../creators.queries.ts';
import type { Span } from './span.ts';

/** What plans brought in a span of days (SV-78); the last span stays until the next one is here. */
export const earningsOf = ({ from, to }: Span) =>
  queryOptions({
    queryKey: creatorKeys.earnings(from, to),
    queryFn: ({ signal }) => api('GET /subscriptions/earnings', { query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  });
