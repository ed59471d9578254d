import type { FollowRow } from '@adda/contract/relations';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { keepCachedPages } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { cacheFollow } from '../../relations/index.ts';

/** A list of a user: who follows them, or whom they follow. */
export type FollowList = 'followers' | 'following';

type FollowPage = { readonly people: readonly FollowRow[]; readonly next: string | null };

type Page = { readonly username: string; readonly cursor: string; readonly signal: AbortSignal };

async function readPage(list: FollowList, { username, cursor, signal }: Page): Promise<FollowPage> {
  const query = cursor === '' ? {} : { cursor };
  const call = { params: { username }, query, signal, landing: '/error' } as const;
  if (list === 'followers') {
    const { followers: people, next_cursor: next } = await api('GET /users/:username/followers', call);
    return { people, next };
  }
  const { following: people, next_cursor: next } = await api('GET /users/:username/following', call);
  return { people, next };
}

/** A list of a user, the newest first, page by page (HM-15). It begins anew each time it is opened. */
export const followList = (client: QueryClient, username: string, list: FollowList) =>
  infiniteQueryOptions({
    queryKey: ['profiles', list, username] as const,
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }) => {
      const page = await readPage(list, { username, cursor, signal });
      for (const row of page.people)
        cacheFollow(client, { username: row.username, isFollowing: row.is_following });
      return page;
    },
    getNextPageParam: ({ next }: FollowPage) => next ?? undefined,
    structuralSharing: keepCachedPages,
    staleTime: 0,
    gcTime: 0,
    meta: showsPeople,
  });
