import type { Post } from '@adda/contract/feed';

/**
 * Addresses of posts in the query cache. Everything below `all` holds posts in one of the shapes that `post-cache.ts`
 * knows, and changes with them.
 */
export const postKeys = {
  all: ['posts'] as const,
  /** The pages of the feed. */
  feed: ['posts', 'feed'] as const,
  /** The first page as it is now, which is looked at for new posts. */
  fresh: ['posts', 'fresh'] as const,
  one: (mediaId: string) => ['posts', 'one', mediaId] as const,
  /** The pages of somebody's media. */
  media: (username: string) => ['posts', 'media', username] as const,
};

/** What tells an item of the feed from the others: the same ad has several places (SV-55), a post only one. */
export const itemKey = ({ media_id: mediaId, is_ad: isAd, position }: Post): string =>
  isAd ? `${mediaId} ${position}` : mediaId;
