import type { Post } from '@adda/contract/feed';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { postKeys } from './post-keys.ts';

/** A page of the feed: its items, the start of the next page, and whether there is one. */
export type FeedPage = {
  readonly posts: readonly Post[];
  readonly next: FeedPageParam | undefined;
  /** Time of the newest post when the page was read; empty where there was none. */
  readonly newest: string;
  /** When the user restarted the feed with this page, in ms. */
  readonly startedAt?: number;
};

/** Start of a page of the feed: after `skip` items, the last of which has the position `after`. */
export type FeedPageParam = { readonly skip: number; readonly after?: string };

/** A page of a user's media, and the position after which the next page starts; undefined on the last page. */
export type MediaPage = {
  readonly media: readonly Post[];
  readonly total_count: number;
  readonly next?: string | undefined;
};

type CacheEntry = Post | FeedPage | MediaPage | InfiniteData<FeedPage | MediaPage>;

/** Changes a post: returns the same object, a new one, or undefined to remove it. */
type Change = (post: Post) => Post | undefined;

/** Applies a change to posts; returns the same array where nothing has changed, so that nothing re-renders. */
function changeList(posts: readonly Post[], change: Change): readonly Post[] {
  const after = posts.flatMap((post) => change(post) ?? []);
  return after.length === posts.length && after.every((post, at) => post === posts[at]) ? posts : after;
}

function changePage<Page extends FeedPage | MediaPage>(page: Page, change: Change): Page {
  if ('media' in page) {
    const media = changeList(page.media, change);
    if (media === page.media) return page;
    return { ...page, media, total_count: page.total_count - (page.media.length - media.length) };
  }
  const posts = changeList(page.posts, change);
  return posts === page.posts ? page : { ...page, posts };
}

function changeEntry(entry: CacheEntry, change: Change): CacheEntry | undefined {
  if ('media_id' in entry) return change(entry);
  if (!('pages' in entry)) return changePage(entry, change);
  const pages = entry.pages.map((page) => changePage(page, change));
  return pages.every((page, at) => page === entry.pages[at]) ? entry : { ...entry, pages };
}

/** Returns every post in a cache entry, once per occurrence. */
function cachedPosts(entry: CacheEntry): readonly Post[] {
  if ('media_id' in entry) return [entry];
  const pages = 'pages' in entry ? entry.pages : [entry];
  return pages.flatMap((page) => ('media' in page ? page.media : page.posts));
}

const cacheEntries = (client: QueryClient): [QueryKey, CacheEntry][] =>
  client
    .getQueriesData<CacheEntry>({ queryKey: postKeys.all })
    .flatMap(([key, entry]) => (entry === undefined ? [] : [[key, entry] satisfies [QueryKey, CacheEntry]]));

/** Changes posts in every cache entry; `change` returns the same object where there is nothing to change. */
export function patchPosts(client: QueryClient, change: (post: Post) => Post): void {
  for (const [key, entry] of cacheEntries(client)) {
    const after = changeEntry(entry, change);
    // Keeps the time of the entry: this is no newer response of the server.
    const updatedAt = client.getQueryState(key)?.dataUpdatedAt;
    if (after !== entry) client.setQueryData(key, after, { updatedAt });
  }
}

/** Changes one post in every cache entry: feed, profile, open dialog. */
export const patchPost = (client: QueryClient, mediaId: string, change: (post: Post) => Post): void =>
  patchPosts(client, (post) => (post.media_id === mediaId ? change(post) : post));

/** Rollback of a removal. */
export type Rollback = () => void;

/** Inserts a post at its old index; does nothing if it is already there again. */
function insert<Page extends FeedPage | MediaPage>(page: Page, post: Post, at: number): Page {
  if ('media' in page) {
    return { ...page, media: page.media.toSpliced(at, 0, post), total_count: page.total_count + 1 };
  }
  return { ...page, posts: page.posts.toSpliced(at, 0, post) };
}

/** Removes a post from one list; returns the rollback. */
function removeFrom(client: QueryClient, key: QueryKey, entry: CacheEntry, mediaId: string): Rollback {
  const isTarget = (post: Post) => post.media_id === mediaId;
  const pages = 'pages' in entry ? entry.pages : [entry];
  const page = pages.findIndex((each) => cachedPosts(each).some(isTarget));
  const posts = pages[page] === undefined ? [] : cachedPosts(pages[page]);
  const at = posts.findIndex(isTarget);
  const post = posts[at];
  client.setQueryData(
    key,
    changeEntry(entry, (each) => (isTarget(each) ? undefined : each)),
  );
  return () => {
    const now = client.getQueryData<CacheEntry>(key);
    if (!now || !post || cachedPosts(now).some(isTarget)) return;
    if ('pages' in now) {
      const back = now.pages.map((each, index) => (index === page ? insert(each, post, at) : each));
      client.setQueryData(key, { ...now, pages: back });
    } else if (!('media_id' in now)) {
      client.setQueryData(key, insert(now, post, at));
    }
  };
}

/** Removes a post from every list; returns the rollback, which restores its index. */
export function removePost(client: QueryClient, mediaId: string): Rollback {
  const back = cacheEntries(client).flatMap(([key, entry]) => {
    // A separately cached post stays until its own view has handled the removal.
    const isListed = !('media_id' in entry) && cachedPosts(entry).some((post) => post.media_id === mediaId);
    return isListed ? [removeFrom(client, key, entry, mediaId)] : [];
  });
  return () => {
    for (const rollback of back) rollback();
  };
}

/** Returns the post from any cache entry, or undefined. */
export function cachedPost(client: QueryClient, mediaId: string): Post | undefined {
  for (const [, entry] of cacheEntries(client)) {
    const found = cachedPosts(entry).find((post) => post.media_id === mediaId);
    if (found) return found;
  }
  return undefined;
}
