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

/** Returns why a post was not deleted, by status (ME-19 to ME-22). */
export function deletionProblem(error: unknown): string {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 400) return t`Invalid media ID`;
  if (status === 403) return t`Not authorized to delete this media`;
  return status === 404 ? t`Media not found` : t`Failed to delete media`;
}

/**
 * Deletes a post: an optimistic removal in every view, with rollback on failure (ME-17, ME-18). Never throws; a toast shows
 * the failure.
 */
export async function deleteMedia(client: QueryClient, post: Post): Promise<void> {
  const { media_id, sender_username: sender } = post;
  const rollback = removePost(client, media_id);
  try {
    await api('DELETE /media/delete/:media_id', {
      params: { media_id },
      timeoutMs: MEDIA_CHANGE_TIMEOUT_MS,
    });
    // A list that was reloaded in the meantime may still contain it.
    removePost(client, media_id);
    toast.success(t`Your post is deleted.`);
  } catch (error) {
    toast.problem(deletionProblem(error));
    // A post that the server no longer has is not restored.
    if (error instanceof ApiError && error.status === 404) return;
    rollback();
    // The deletion may have succeeded although the response was lost.
    if (error instanceof ApiError && error.isUnreachable) void rereadPost(client, media_id);
  } finally {
    void client.invalidateQueries({ queryKey: postKeys.media(sender) });
  }
}
