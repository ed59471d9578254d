import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { creatorKeys } from '../creators.queries.ts';
import type { Span } from './span.ts';

/** Earnings from plans in a range of days (SV-78); the previous range is kept until the next one is loaded. */
export const earningsOf = ({ from, to }: Span) =>
  queryOptions({
    queryKey: creatorKeys.earnings(from, to),
    queryFn: ({ signal }) => api('GET /subscriptions/earnings', { query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  });
