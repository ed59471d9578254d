import type { Creator } from '@adda/contract/creators';
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { api, type CallOutput } from '../../../platform/api.ts';
import { listCalls } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { cacheFollow } from '../../relations/index.ts';

/** Creators per page of the strip (FE-41); defined here so that zod is not loaded with the page. */
const CREATORS_PAGE = 6;

type Page = CallOutput<'GET /subscriptions/creators'>;

/** The creators of the strip, those with most subscribers first, six per page (FE-32, FE-41). */
export const creatorsStrip = (client: QueryClient) =>
  infiniteQueryOptions({
    ...listCalls,
    queryKey: ['feed', 'creators'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = { skip: pageParam, limit: CREATORS_PAGE };
      const page = await api('GET /subscriptions/creators', { query, signal });
      for (const { username, is_following: isFollowing } of page.creators) {
        cacheFollow(client, { username, isFollowing });
      }
      return page;
    },
    getNextPageParam: ({ creators }: Page, _pages, skip) =>
      creators.length < CREATORS_PAGE ? undefined : skip + creators.length,
    meta: showsPeople,
  });

/** Returns every creator once, without those who were blocked since. */
export function visibleCreators(
  data: InfiniteData<Page> | undefined,
  blocked: ReadonlySet<string>,
): readonly Creator[] {
  const all = data?.pages.flatMap((page) => page.creators) ?? [];
  const once = [...new Map(all.map((creator) => [creator.username, creator])).values()];
  return once.filter((creator) => !blocked.has(creator.username));
}
