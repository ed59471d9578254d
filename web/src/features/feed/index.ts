/** Posts: the feed, single posts, and what others show of them. */
export { heldPost, type MediaPage } from './post-cache.ts';
export { applyPostEvent } from './post-events.ts';
export { postKeys } from './post-keys.ts';
export { holdFollows, rereadPost } from './post-queries.ts';
export { useDeleteMedia } from './upload/use-delete-media.ts';
