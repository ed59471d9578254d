import type { FeedTabName } from '@adda/contract/feed';
import type { InfiniteData } from '@tanstack/react-query';
import type { FeedPage } from '../post-cache.ts';

/**
 * Whether a page has a post of another user that was made after the list was read, at any index: posts of users who are
 * not followed rank below those of followed users. A post that only moves up because another was removed does not
 * count. In 'Following' an older post counts as well, if the list has reached it without it: its sender was followed since.
 */
export function hasNewPosts(
  data: InfiniteData<FeedPage> | undefined,
  fresh: FeedPage | undefined,
  tab: FeedTabName = 'for_you',
): boolean {
  const first = data?.pages[0];
  if (!first || !fresh) return false;
  const since = tab === 'following' ? endOf(data) : first.newest;
  const knownIds = new Set(data.pages.flatMap((page) => page.posts.map((post) => post.media_id)));
  return fresh.posts.some(
    (post) => !post.is_ad && !post.is_own && post.created_at > since && !knownIds.has(post.media_id),
  );
}

/** Returns the time of the last post that was read; empty where the list is complete. */
function endOf({ pages }: InfiniteData<FeedPage>): string {
  const last = pages.at(-1);
  return (last?.next && last.posts.at(-1)?.created_at) ?? '';
}
