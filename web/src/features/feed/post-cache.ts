import type { Post } from '@adda/contract/feed';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { postKeys } from './post-keys.ts';

/** A page of the feed: its posts, where the next page begins, and whether there is one. */
export type FeedPage = {
  readonly posts: readonly Post[];
  readonly next: FeedPlace | undefined;
  /** When the newest post of the page, as it was read, was made; empty where there was none. */
  readonly newest: string;
  /** When somebody asked for the feed to start anew with this page, in ms. */
  readonly startedAt?: number;
};

/** Where a page of the feed begins: after so many items, the last of which stands at `after`. */
export type FeedPlace = { readonly skip: number; readonly after?: string };

/** A page of somebody's media, and after which position the next one begins; the last page has none. */
export type MediaPage = {
  readonly media: readonly Post[];
  readonly total_count: number;
  readonly next?: string | undefined;
};

type Held = Post | FeedPage | MediaPage | InfiniteData<FeedPage | MediaPage>;

/** What becomes of a post: the same, another one, or nothing. */
type Change = (post: Post) => Post | undefined;

/** The posts after a change; the same list where nothing has changed, so that nobody draws it again. */
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

function changeHeld(held: Held, change: Change): Held | undefined {
  if ('media_id' in held) return change(held);
  if (!('pages' in held)) return changePage(held, change);
  const pages = held.pages.map((page) => changePage(page, change));
  return pages.every((page, at) => page === held.pages[at]) ? held : { ...held, pages };
}

/** Every post that is held somewhere, once for each place. */
function heldPosts(held: Held): readonly Post[] {
  if ('media_id' in held) return [held];
  const pages = 'pages' in held ? held.pages : [held];
  return pages.flatMap((page) => ('media' in page ? page.media : page.posts));
}

const everywhere = (client: QueryClient): [QueryKey, Held][] =>
  client
    .getQueriesData<Held>({ queryKey: postKeys.all })
    .flatMap(([key, held]) => (held === undefined ? [] : [[key, held] satisfies [QueryKey, Held]]));

/** Changes posts wherever they are held; `change` answers the same post where there is nothing to change. */
export function patchPosts(client: QueryClient, change: (post: Post) => Post): void {
  for (const [key, held] of everywhere(client)) {
    const after = changeHeld(held, change);
    // Time stays: this is no newer answer of the server.
    const updatedAt = client.getQueryState(key)?.dataUpdatedAt;
    if (after !== held) client.setQueryData(key, after, { updatedAt });
  }
}

/** Puts a changed post in the place of the one before, wherever it is held: feed, profile, open dialog. */
export const patchPost = (client: QueryClient, mediaId: string, change: (post: Post) => Post): void =>
  patchPosts(client, (post) => (post.media_id === mediaId ? change(post) : post));

/** What brings a post back that was taken away. */
export type PutBack = () => void;

/** Puts a post into a page again, where it stood; nothing where it has come back by itself. */
function insert<Page extends FeedPage | MediaPage>(page: Page, post: Post, at: number): Page {
  if ('media' in page) {
    return { ...page, media: page.media.toSpliced(at, 0, post), total_count: page.total_count + 1 };
  }
  return { ...page, posts: page.posts.toSpliced(at, 0, post) };
}

/** Takes a post out of one list and tells how it gets back there. */
function removeFrom(client: QueryClient, key: QueryKey, held: Held, mediaId: string): PutBack {
  const isIt = (post: Post) => post.media_id === mediaId;
  const pages = 'pages' in held ? held.pages : [held];
  const page = pages.findIndex((each) => heldPosts(each).some(isIt));
  const posts = pages[page] === undefined ? [] : heldPosts(pages[page]);
  const at = posts.findIndex(isIt);
  const post = posts[at];
  client.setQueryData(
    key,
    changeHeld(held, (each) => (isIt(each) ? undefined : each)),
  );
  return () => {
    const now = client.getQueryData<Held>(key);
    if (!now || !post || heldPosts(now).some(isIt)) return;
    if ('pages' in now) {
      const back = now.pages.map((each, index) => (index === page ? insert(each, post, at) : each));
      client.setQueryData(key, { ...now, pages: back });
    } else if (!('media_id' in now)) {
      client.setQueryData(key, insert(now, post, at));
    }
  };
}

/** Takes a post away, wherever it is listed; what it returns puts it back where it stood. */
export function removePost(client: QueryClient, mediaId: string): PutBack {
  const back = everywhere(client).flatMap(([key, held]) => {
    // A post that is open by itself stays until its own view has noticed.
    const isListed = !('media_id' in held) && heldPosts(held).some((post) => post.media_id === mediaId);
    return isListed ? [removeFrom(client, key, held, mediaId)] : [];
  });
  return () => {
    for (const putBack of back) putBack();
  };
}

/** The post as it is held anywhere; undefined where it is not. */
export function heldPost(client: QueryClient, mediaId: string): Post | undefined {
  for (const [, held] of everywhere(client)) {
    const found = heldPosts(held).find((post) => post.media_id === mediaId);
    if (found) return found;
  }
  return undefined;
}
