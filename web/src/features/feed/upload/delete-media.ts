import type { Post } from '@adda/contract/feed';
import { MEDIA_CHANGE_TIMEOUT_MS } from '@adda/contract/feed/limits';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast-store.ts';
import { removePost } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';
import { rereadPost } from '../post-queries.ts';

/** Why a post was not deleted, by the answer's status (ME-19 to ME-22). */
export function deletionProblem(error: unknown): string {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 400) return t`Invalid media ID`;
  if (status === 403) return t`Not authorized to delete this media`;
  return status === 404 ? t`Media not found` : t`Failed to delete media`;
}

/**
 * Deletes a post: it is gone from everything on screen at once, and back in its place where that fails (ME-17, ME-18).
 * Never throws; a toast says what went wrong.
 */
export async function deleteMedia(client: QueryClient, post: Post): Promise<void> {
  const { media_id, sender_username: sender } = post;
  const putBack = removePost(client, media_id);
  try {
    await api('DELETE /media/delete/:media_id', {
      params: { media_id },
      timeoutMs: MEDIA_CHANGE_TIMEOUT_MS,
    });
    // A list that was read meanwhile may still have had it.
    removePost(client, media_id);
    toast.success(t`Your post is deleted.`);
  } catch (error) {
    toast.problem(deletionProblem(error));
    // One that the server doesn't know any more does not come back.
    if (error instanceof ApiError && error.status === 404) return;
    putBack();
    // The answer may have been lost after the deletion.
    if (error instanceof ApiError && error.isUnreachable) void rereadPost(client, media_id);
  } finally {
    void client.invalidateQueries({ queryKey: postKeys.media(sender) });
  }
}
