/** Posts: the feed, single posts, and helpers for features that show posts. */
export { heldPost, type MediaPage } from './post-cache.ts';
export { applyPostEvent } from './post-events.ts';
export { postKeys } from './post-keys.ts';
export { holdFollows, rereadPost } from './post-queries.ts';
export { useDeleteMedia } from './upload/use-delete-media.ts';
