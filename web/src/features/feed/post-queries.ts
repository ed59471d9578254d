import type { Post } from '@adda/contract/feed';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { showsPeople } from '../../platform/people-queries.ts';
import { cacheFollow } from '../relations/index.ts';
import { patchPost, removePost } from './post-cache.ts';
import { postKeys } from './post-keys.ts';

/** Updates the follow state of the posts' senders for all follow buttons. */
export function cacheFollows(client: QueryClient, posts: readonly Post[]): void {
  for (const post of posts) {
    if (!post.is_ad && !post.is_own) {
      cacheFollow(client, { username: post.sender_username, isFollowing: post.is_following });
    }
  }
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * One post with new signed links for the viewer; updates the lists that contain it, and removes it from them if it was
 * deleted.
 */
export const onePost = (client: QueryClient, mediaId: string) =>
  queryOptions({
    queryKey: postKeys.one(mediaId),
    queryFn: async ({ signal }): Promise<Post> => {
      try {
        const post = await api('GET /feed/post/:media_id', { params: { media_id: mediaId }, signal });
        // The position differs per list and is kept.
        patchPost(client, mediaId, ({ position }) => ({ ...post, position }));
        cacheFollows(client, [post]);
        return post;
      } catch (error) {
        if (isGone(error)) removePost(client, mediaId);
        throw error;
      }
    },
    meta: showsPeople,
  });

/** Reloads a post in every cache entry, for example after a link expired. Returns undefined on failure; never throws. */
export async function rereadPost(client: QueryClient, mediaId: string): Promise<Post | undefined> {
  try {
    return await client.fetchQuery({ ...onePost(client, mediaId), staleTime: 0 });
  } catch {
    return undefined; // deleted, or no response: the displayed post stays until the next try
  }
}
