import type { FeedTabName, Post } from '@adda/contract/feed';

/** Query keys of posts. Every entry below `all` has one of the shapes that `post-cache.ts` handles. */
export const postKeys = {
  all: ['posts'] as const,
  /** Pages of a tab of the feed (HM-14). */
  feed: (tab: FeedTabName = 'for_you') => ['posts', 'feed', tab] as const,
  /** The current first pages of both tabs, which are polled for new posts. */
  fresh: ['posts', 'fresh'] as const,
  freshOf: (tab: FeedTabName = 'for_you') => ['posts', 'fresh', tab] as const,
  one: (mediaId: string) => ['posts', 'one', mediaId] as const,
  /** Pages of a user's media. */
  media: (username: string) => ['posts', 'media', username] as const,
};

/** Returns the key of an item in the feed: an ad may appear at several positions (SV-55), a post only once. */
export const itemKey = ({ media_id: mediaId, is_ad: isAd, position }: Post): string =>
  isAd ? `${mediaId} ${position}` : mediaId;
