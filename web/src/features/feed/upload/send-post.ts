import { UPLOAD_TIMEOUT_MS } from '@adda/contract/feed/limits';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { upload } from '../../../platform/upload.ts';
import { toast } from '../../../ui/toast-store.ts';
import { refreshFeed } from '../list/feed.queries.ts';
import { postKeys } from '../post-keys.ts';
import { draftStore, type PostingPlace, type UploadState } from './draft-store.ts';
import { formFieldsOf } from './post-draft.ts';
import { uploadRoutes } from './upload-surface.ts';

type Failed = Extract<UploadState, { step: 'failed' }>;

/** Returns why a post was not stored: the server's reason, or 'Failed to upload media' with the known detail (ME-08). */
export function uploadProblem(error: unknown): Failed {
  const problem = t`Failed to upload media`;
  if (!(error instanceof ApiError)) return { step: 'failed', problem };
  const isReason = error.code !== '' && error.status >= 400 && error.status < 500;
  return isReason
    ? { step: 'failed', problem: error.detail }
    : { step: 'failed', problem, detail: error.message };
}

/** Reloads the feed, where it is in the cache, and the caller's media list. */
function rereadPosts(client: QueryClient, account: string): void {
  void client.invalidateQueries({ queryKey: postKeys.media(account) });
  if (!client.getQueryData(postKeys.feed)) return;
  // After a failed request the feed is reloaded when it is shown again.
  refreshFeed(client).catch(() => client.invalidateQueries({ queryKey: postKeys.feed }));
}

/** Shows a success once: in the form, for a while, or by a toast where no form is mounted. */
function showSuccess(place: PostingPlace): void {
  const isWatched = draftStore.isWatched(place);
  draftStore.clear(place, isWatched ? { step: 'done' } : undefined);
  if (!isWatched) toast.success(t`Your post is up.`);
}

/** Shows a failure by a toast where no form is mounted. */
function showFailure(place: PostingPlace, { problem }: Failed): void {
  if (!draftStore.isWatched(place)) toast.problem(problem);
}

/**
 * Sends the draft of a form and writes its state to the store. A retry after a lost response carries the same key, so the
 * server stores one post. Does nothing while a try is in progress; never throws.
 */
export async function sendPost(client: QueryClient, place: PostingPlace): Promise<void> {
  const control = draftStore.begin(place);
  if (!control) return;
  const { signal } = control;
  const { draft } = draftStore.current(place);
  const show = (state: UploadState) => signal.aborted || draftStore.setState(place, state);
  show({ step: 'uploading', progress: 0 });
  try {
    await upload(uploadRoutes[place.surface], {
      file: draft.file,
      fields: formFieldsOf(draft),
      onProgress: (progress) =>
        void show(progress < 1 ? { step: 'uploading', progress } : { step: 'processing' }),
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal,
    });
    // The account has logged out in the meantime.
    if (signal.aborted) return;
    showSuccess(place);
    rereadPosts(client, place.account);
  } catch (error) {
    if (signal.aborted) return;
    const failed = uploadProblem(error);
    show(failed);
    showFailure(place, failed);
  } finally {
    draftStore.end(place, control);
  }
}
