import { CONVERSATIONS_PAGE } from '@adda/contract/direct';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { api, type CallOutput } from '../../../platform/api.ts';
import { listCalls } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { requestsKey } from './live-requests.ts';

/** The requests of strangers, the newest first (MR-02). */
export const requests = infiniteQueryOptions({
  ...listCalls,
  queryKey: requestsKey,
  initialPageParam: '',
  queryFn: ({ pageParam, signal }) => {
    const limit = String(CONVERSATIONS_PAGE);
    return api('GET /chat/requests', {
      query: pageParam === '' ? { limit } : { limit, last_id: pageParam },
      signal,
    });
  },
  getNextPageParam: (last: CallOutput<'GET /chat/requests'>) => last.next_last_id,
  meta: showsPeople,
});

/** Whether the first request for them is still under way. After a failure they may appear later; the inbox does not wait for them. */
export function useRequestsLoading(): boolean {
  const { isLoading, failureCount } = useInfiniteQuery(requests);
  return isLoading && failureCount === 0;
}
