import { VIDEO_RESULTS, VIDEO_SEARCH_CACHE_MS } from '@adda/contract/video';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';

/** Videos for a query; disabled for an empty one. */
export const foundVideos = (query: string) =>
  queryOptions({
    queryKey: ['videos', query],
    queryFn: ({ signal }) =>
      api('POST /youtube/search', {
        body: { query, max_results: VIDEO_RESULTS },
        signal,
        landing: '/error',
      }),
    enabled: query !== '',
    staleTime: VIDEO_SEARCH_CACHE_MS,
    // Searches have a strict rate limit, so only the user retries.
    retry: false,
    refetchOnWindowFocus: false,
  });
