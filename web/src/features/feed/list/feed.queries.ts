import { FEED_PAGE, FEED_TIMEOUT_MS } from '@adda/contract/feed/limits';
import type { Post } from '@adda/contract/feed';
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { keepHeldPages, listCalls, listIn } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import type { FeedPage, FeedPlace } from '../post-cache.ts';
import { itemKey, postKeys } from '../post-keys.ts';
import { holdFollows } from '../post-queries.ts';
import { forgetPlace } from './feed-place.ts';

/** The feed is looked at for new posts so often, in ms. */
const LOOK_MS = 60_000;

const START: FeedPlace = { skip: 0 };

/** Without any answer a feed that shows nothing yet is asked for once more, then people hear of it. */
const RETRIES_UNREACHED = 1;

/** As lists are tried again (CO-47), but nobody looks at nothing for long because the server can't be reached. */
const mayRetry = (client: QueryClient) => (failures: number, error: Error) =>
  listCalls.retry(failures, error) &&
  (failures < RETRIES_UNREACHED ||
    !(error instanceof ApiError && error.isUnreachable) ||
    client.getQueryData(postKeys.feed) !== undefined);

/** When the newest of these posts was made. */
const newestOf = (posts: readonly Post[]): string =>
  posts.reduce((newest, post) => (!post.is_ad && post.created_at > newest ? post.created_at : newest), '');

/** A page of the feed; a shorter one than asked for is the last, whatever is hidden of it later (FE-39, X-29). */
async function readPage(client: QueryClient, place: FeedPlace, signal: AbortSignal): Promise<FeedPage> {
  const query = { ...place, limit: FEED_PAGE };
  const answer = await api('GET /feed/', { query, signal, timeoutMs: FEED_TIMEOUT_MS });
  const posts = listIn(answer, 'items', 'feed');
  holdFollows(client, posts);
  const last = posts.at(-1);
  const isEnd = posts.length < FEED_PAGE || !last;
  const next = isEnd ? undefined : { skip: place.skip + posts.length, after: last.position };
  return { posts, next, newest: newestOf(posts) };
}

/**
 * The feed, ten items at a time (FE-38, FE-40). It is read once and then stays as it is, so that nobody loses their place:
 * what is new comes by {@link freshPosts}, what goes by events and blocks. A position tells the server the moment of the
 * first page, therefore no `as_of` is sent.
 */
export const feedPosts = (client: QueryClient) =>
  infiniteQueryOptions({
    ...listCalls,
    retry: mayRetry(client),
    structuralSharing: keepHeldPages,
    queryKey: postKeys.feed,
    initialPageParam: START,
    queryFn: async ({ pageParam, signal }) => {
      const page = await readPage(client, pageParam, signal);
      // The first page is news to nobody for a while.
      if (pageParam.skip === 0) client.setQueryData(postKeys.fresh, page);
      return page;
    },
    getNextPageParam: (last: FeedPage) => last.next,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The first page as it is now. It is looked at every minute while the feed is on screen, and after events. */
export const freshPosts = (client: QueryClient) =>
  queryOptions({
    ...listCalls,
    queryKey: postKeys.fresh,
    queryFn: ({ signal }) => readPage(client, START, signal),
    staleTime: LOOK_MS,
    refetchInterval: LOOK_MS,
    meta: showsPeople,
  });

/** Starts the feed anew, at its top, with its first page as it is now. What is on its way of the old list never lands. */
export async function startWith(client: QueryClient, page: FeedPage): Promise<void> {
  await client.cancelQueries({ queryKey: postKeys.feed });
  forgetPlace();
  client.setQueryData<InfiniteData<FeedPage, FeedPlace>>(postKeys.feed, {
    pages: [{ ...page, startedAt: Date.now() }],
    pageParams: [START],
  });
}

/** Reads the feed anew from its first page: something of one's own was posted, or somebody asked for it. */
export async function refreshFeed(client: QueryClient): Promise<void> {
  // A look that began before would be shared, and would not know of it.
  await client.cancelQueries({ queryKey: postKeys.fresh });
  const page = await client.fetchQuery({ ...freshPosts(client), staleTime: 0 });
  await startWith(client, page);
}

/** Every post once and every ad as often as it has a place (SV-55), without those of people who have been blocked since (RP-19, X-29). */
export function shownPosts(
  data: InfiniteData<FeedPage> | undefined,
  blocked: ReadonlySet<string>,
): readonly Post[] {
  const all = data?.pages.flatMap((page) => page.posts) ?? [];
  const once = [...new Map(all.map((post) => [itemKey(post), post])).values()];
  return blocked.size === 0 ? once : once.filter((post) => !blocked.has(post.sender_username));
}

/**
 * Whether a page has a post of somebody else that was made after the list began, wherever it stands there: strangers' posts
 * come below those of people whom one follows. What only moves up when something goes is no news.
 */
export function hasNews(data: InfiniteData<FeedPage> | undefined, fresh: FeedPage | undefined): boolean {
  const first = data?.pages[0];
  if (!first || !fresh) return false;
  const held = new Set(data.pages.flatMap((page) => page.posts.map((post) => post.media_id)));
  return fresh.posts.some(
    (post) => !post.is_ad && !post.is_own && post.created_at > first.newest && !held.has(post.media_id),
  );
}
