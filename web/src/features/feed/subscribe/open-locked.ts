import type { QueryClient } from '@tanstack/react-query';
import { patchPosts } from '../post-cache.ts';
import { rereadPost } from '../post-queries.ts';

/**
 * Somebody has subscribed to `username`: reads again what is held of them and locked, so that it opens where it is shown
 * (SU-06). The feed itself is not read anew: nobody loses their place. Never throws.
 */
export async function openLocked(client: QueryClient, username: string): Promise<void> {
  const locked = new Set<string>();
  patchPosts(client, (post) => {
    if (post.sender_username === username && !post.can_view) locked.add(post.media_id);
    return post;
  });
  await Promise.all([...locked].map((mediaId) => rereadPost(client, mediaId)));
}
