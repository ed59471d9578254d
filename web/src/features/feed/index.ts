/** Posts: the feed, single posts, and helpers for features that show posts. */
export { cachedPost, type MediaPage } from './post-cache.ts';
export { applyPostEvent } from './post-events.ts';
export { postKeys } from './post-keys.ts';
export { cacheFollows, rereadPost } from './post-queries.ts';
export { useDeleteMedia } from './upload/use-delete-media.ts';
