import type { Post } from '@adda/contract/feed';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { onePost } from '../post-queries.ts';

/** A post that is open by itself: as it was given at first, then as it changes, with fresh links. */
export function usePost(given: Post): { post: Post; isGone: boolean } {
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...onePost(client, given.media_id),
    initialData: given,
    // What was given may be old, and its links may end soon.
    initialDataUpdatedAt: 0,
  });
  return { post: data, isGone: error instanceof ApiError && error.status === 404 };
}
