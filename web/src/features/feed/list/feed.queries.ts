import { FEED_PAGE, FEED_TIMEOUT_MS } from '@adda/contract/feed/limits';
import type { FeedTabName, Post } from '@adda/contract/feed';
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { keepCachedPages, listCalls, listIn } from '../../../platform/list-calls.ts';
import { keptOffline } from '../../../platform/offline-fallback.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import type { FeedPage, FeedPageParam } from '../post-cache.ts';
import { itemKey, postKeys } from '../post-keys.ts';
import { cacheFollows } from '../post-queries.ts';
import { clearFeedScroll } from './feed-scroll.ts';

/** Interval of polling for new posts, in ms. */
const POLL_MS = 60_000;

const START: FeedPageParam = { skip: 0 };

/** Retries of the first page while the server is unreachable, before the failure is shown. */
const RETRIES_UNREACHABLE = 1;

/** Retry rule of lists (CO-47), with fewer retries while the server is unreachable, so that the failure is shown early. */
const mayRetry = (client: QueryClient, tab: FeedTabName) => (failures: number, error: Error) =>
  listCalls.retry(failures, error) &&
  (failures < RETRIES_UNREACHABLE ||
    !(error instanceof ApiError && error.isUnreachable) ||
    client.getQueryData(postKeys.feed(tab)) !== undefined);

/** Returns the time of the newest of these posts. */
const newestOf = (posts: readonly Post[]): string =>
  posts.reduce((newest, post) => (!post.is_ad && post.created_at > newest ? post.created_at : newest), '');

/**
 * Reads a page of the feed. A page that is shorter than requested is the last, whatever is filtered out later (FE-39,
 *
 */
async function readPage(
  client: QueryClient,
  tab: FeedTabName,
  start: FeedPageParam,
  signal: AbortSignal,
): Promise<FeedPage> {
  const query = { ...(tab !== 'for_you' && { tab }), ...start, limit: FEED_PAGE };
  const answer = await api('GET /feed/', { query, signal, timeoutMs: FEED_TIMEOUT_MS });
  const posts = listIn(answer, 'items', 'feed');
  cacheFollows(client, posts);
  const last = posts.at(-1);
  const isEnd = posts.length < FEED_PAGE || !last;
  const next = isEnd ? undefined : { skip: start.skip + posts.length, after: last.position };
  return { posts, next, newest: newestOf(posts) };
}

/**
 * A tab of the feed, ten items per page (FE-38, FE-40). It is not refetched, so that the scroll position stays valid: new posts come
 * from {@link freshPosts}, removals from events and blocks. A position contains the time of the first page, so no `as_of`
 * is sent.
 */
export const feedPosts = (client: QueryClient, tab: FeedTabName) =>
  infiniteQueryOptions({
    ...listCalls,
    retry: mayRetry(client, tab),
    structuralSharing: keepCachedPages,
    queryKey: postKeys.feed(tab),
    initialPageParam: START,
    queryFn: async ({ pageParam, signal }) => {
      const page = await readPage(client, tab, pageParam, signal);
      // The first page seeds the query for new posts, which counts as fresh for a while.
      if (pageParam.skip === 0) client.setQueryData(postKeys.freshOf(tab), page);
      return page;
    },
    getNextPageParam: (last: FeedPage) => last.next,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: keptOffline,
  });

/** The current first page of a tab. Polled every minute while the tab is on screen, and reloaded after events. */
export const freshPosts = (client: QueryClient, tab: FeedTabName) =>
  queryOptions({
    ...listCalls,
    queryKey: postKeys.freshOf(tab),
    queryFn: ({ signal }) => readPage(client, tab, START, signal),
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    meta: { ...showsPeople, ...keptOffline },
  });

/** Restarts a tab at its top with a given first page. Cancels requests for pages of the old list. */
export async function restartFeed(client: QueryClient, page: FeedPage, tab: FeedTabName): Promise<void> {
  await client.cancelQueries({ queryKey: postKeys.feed(tab) });
  clearFeedScroll(tab);
  client.setQueryData<InfiniteData<FeedPage, FeedPageParam>>(postKeys.feed(tab), {
    pages: [{ ...page, startedAt: Date.now() }],
    pageParams: [START],
  });
}

/** Reloads a tab from its first page: after an own post or a changed follow, or on request. */
export async function refreshFeed(client: QueryClient, tab: FeedTabName = 'for_you'): Promise<void> {
  // An earlier request would be deduplicated with this one and return old data.
  await client.cancelQueries({ queryKey: postKeys.freshOf(tab) });
  const page = await client.fetchQuery({ ...freshPosts(client, tab), staleTime: 0 });
  await restartFeed(client, page, tab);
}

/**
 * Returns every post once and every ad once per position (SV-55), without senders who were blocked since (RP-19,
 *
 */
export function visiblePosts(
  data: InfiniteData<FeedPage> | undefined,
  blocked: ReadonlySet<string>,
): readonly Post[] {
  const all = data?.pages.flatMap((page) => page.posts) ?? [];
  const once = [...new Map(all.map((post) => [itemKey(post), post])).values()];
  return blocked.size === 0 ? once : once.filter((post) => !blocked.has(post.sender_username));
}
