import { VIDEO_RESULTS, VIDEO_SEARCH_CACHE_MS } from '@adda/contract/video';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';

/** Videos for some words; nothing is asked for no words. */
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
    // A search that failed costs the server one of its few calls; the person decides whether to try again.
    retry: false,
    refetchOnWindowFocus: false,
  });
