import type { QueryClient } from '@tanstack/react-query';
import { patchPosts } from '../post-cache.ts';
import { rereadPost } from '../post-queries.ts';

/**
 * After a subscription to `username`: reloads the cached locked posts of this creator, so that they open where they are
 * shown (SU-06). The feed itself is not reloaded, which keeps the scroll position. Never throws.
 */
export async function openLocked(client: QueryClient, username: string): Promise<void> {
  const locked = new Set<string>();
  patchPosts(client, (post) => {
    if (post.sender_username === username && !post.can_view) locked.add(post.media_id);
    return post;
  });
  await Promise.all([...locked].map((mediaId) => rereadPost(client, mediaId)));
}
