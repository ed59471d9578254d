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
