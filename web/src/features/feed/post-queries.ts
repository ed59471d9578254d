import type { Post } from '@adda/contract/feed';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { showsPeople } from '../../platform/people-queries.ts';
import { holdFollow } from '../relations/index.ts';
import { patchPost, removePost } from './post-cache.ts';
import { postKeys } from './post-keys.ts';

/** Tells every button about the sender what the posts say about following them. */
export function holdFollows(client: QueryClient, posts: readonly Post[]): void {
  for (const post of posts) {
    if (!post.is_ad && !post.is_own) {
      holdFollow(client, { username: post.sender_username, isFollowing: post.is_following });
    }
  }
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** One post with fresh links, for this person alone; lists that hold it have it too. Gone from them where it is gone. */
export const onePost = (client: QueryClient, mediaId: string) =>
  queryOptions({
    queryKey: postKeys.one(mediaId),
    queryFn: async ({ signal }): Promise<Post> => {
      try {
        const post = await api('GET /feed/post/:media_id', { params: { media_id: mediaId }, signal });
        // Its place in a list is that list's.
        patchPost(client, mediaId, ({ position }) => ({ ...post, position }));
        holdFollows(client, [post]);
        return post;
      } catch (error) {
        if (isGone(error)) removePost(client, mediaId);
        throw error;
      }
    },
    meta: showsPeople,
  });

/** Reads a post again, wherever it is held (links end, previews get ready, senders change things). Never throws. */
export async function rereadPost(client: QueryClient, mediaId: string): Promise<Post | undefined> {
  try {
    return await client.fetchQuery({ ...onePost(client, mediaId), staleTime: 0 });
  } catch {
    return undefined; // gone, or no answer: what is shown stays until the next try
  }
}
