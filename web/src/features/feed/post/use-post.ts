import type { Post } from '@adda/contract/feed';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { onePost } from '../post-queries.ts';

/** Returns an open post: first as given, then with updates and new signed links. */
export function usePost(given: Post): { post: Post; isGone: boolean } {
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...onePost(client, given.media_id),
    initialData: given,
    // The given post may be old, and its links may expire soon.
    initialDataUpdatedAt: 0,
  });
  return { post: data, isGone: error instanceof ApiError && error.status === 404 };
}
