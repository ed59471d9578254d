import type { Post } from '@adda/contract/feed';

/** Query keys of posts. Every entry below `all` has one of the shapes that `post-cache.ts` handles. */
export const postKeys = {
  all: ['posts'] as const,
  /** Pages of the feed. */
  feed: ['posts', 'feed'] as const,
  /** The current first page, which is polled for new posts. */
  fresh: ['posts', 'fresh'] as const,
  one: (mediaId: string) => ['posts', 'one', mediaId] as const,
  /** Pages of a user's media. */
  media: (username: string) => ['posts', 'media', username] as const,
};

/** Returns the key of an item in the feed: an ad may appear at several positions (SV-55), a post only once. */
export const itemKey = ({ media_id: mediaId, is_ad: isAd, position }: Post): string =>
  isAd ? `${mediaId} ${position}` : mediaId;
