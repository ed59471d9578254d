import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { listCalls } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { cacheFollow } from '../../relations/index.ts';

/** The lists change slowly; a user who was followed from them stays until the next read. */
const STALE_MS = 5 * 60_000;

/** The lists beside the feed (HM-14). */
export const feedSide = (client: QueryClient) =>
  queryOptions({
    ...listCalls,
    queryKey: ['feed', 'side'],
    queryFn: async ({ signal }) => {
      const side = await api('GET /feed/side', { signal });
      for (const { username } of side.people) cacheFollow(client, { username, isFollowing: false });
      return side;
    },
    staleTime: STALE_MS,
    meta: showsPeople,
  });
