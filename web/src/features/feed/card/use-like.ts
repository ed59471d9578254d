import type { Post } from '@adda/contract/feed';
import { LIKED_BY_MAX } from '@adda/contract/feed/limits';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { useSession } from '../../../platform/use-session.ts';
import { patchPost } from '../post-cache.ts';
import { showActivityProblem } from './show-activity-problem.ts';

/** Returns the post with or without the caller's like. */
function withLike(post: Post, account: string, isLiked: boolean): Post {
  if (post.liked_by_me === isLiked) return post;
  const others = post.liked_by.filter((name) => name !== account);
  return {
    ...post,
    liked_by_me: isLiked,
    liked_by: isLiked ? [account, ...others].slice(0, LIKED_BY_MAX) : others,
    like_count: Math.max(0, post.like_count + (isLiked ? 1 : -1)),
  };
}

/** Likes a post or removes the like: an optimistic update in every view, with rollback (X-04, SV-64). */
export function useLike({ media_id: mediaId, liked_by_me: isLiked }: Pick<Post, 'media_id' | 'liked_by_me'>) {
  const client = useQueryClient();
  const account = useSession()?.username ?? '';
  const change = useMutation({
    mutationFn: (_shouldLike: boolean) => api('POST /media/like', { body: { media_id: mediaId } }),
    onMutate: (shouldLike) => patchPost(client, mediaId, (post) => withLike(post, account, shouldLike)),
    onSuccess: ({ liked, like_count }) =>
      patchPost(client, mediaId, (post) => ({ ...withLike(post, account, liked), like_count })),
    onError: (error, shouldLike) => {
      patchPost(client, mediaId, (post) => withLike(post, account, !shouldLike));
      showActivityProblem(error, t`Failed to like post`);
    },
  });
  return () => {
    // The route toggles: a second request before the first response would undo it.
    if (!change.isPending) change.mutate(!isLiked);
  };
}
