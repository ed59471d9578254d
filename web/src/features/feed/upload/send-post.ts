import { UPLOAD_TIMEOUT_MS } from '@adda/contract/feed/limits';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { upload } from '../../../platform/upload.ts';
import { toast } from '../../../ui/toast-store.ts';
import { refreshFeed } from '../list/feed.queries.ts';
import { postKeys } from '../post-keys.ts';
import { draftStore, type UploadState } from './draft-store.ts';
import { formFieldsOf, type PostDraft } from './post-draft.ts';

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
  if (!client.getQueryData(postKeys.feed())) return;
  // After a failed request the feed is reloaded when it is shown again.
  refreshFeed(client).catch(() => client.invalidateQueries({ queryKey: postKeys.feed() }));
}

/** Shows a success once: in the form, for a while, or by a toast where no form is mounted. */
function showSuccess(account: string): void {
  const isWatched = draftStore.isWatched(account);
  draftStore.clear(account, isWatched ? { step: 'done' } : undefined);
  if (!isWatched) toast.success(t`Your post is up.`);
}

/** Shows a failure by a toast where no form is mounted. */
function showFailure(account: string, { problem }: Failed): void {
  if (!draftStore.isWatched(account)) toast.problem(problem);
}

/** A file of up to 50 MB goes to the one route, a text alone to the other. */
const routeOf = ({ file }: PostDraft) => (file ? 'POST /upload' : 'POST /media/upload');

/**
 * Sends the draft of an account and writes its state to the store. A retry after a lost response carries the same key, so the
 * server stores one post. Does nothing while a try is in progress; never throws.
 */
export async function sendPost(client: QueryClient, account: string): Promise<void> {
  const control = draftStore.begin(account);
  if (!control) return;
  const { signal } = control;
  const { draft } = draftStore.current(account);
  const show = (state: UploadState) => signal.aborted || draftStore.setState(account, state);
  show({ step: 'uploading', progress: 0 });
  try {
    await upload(routeOf(draft), {
      file: draft.file,
      fields: formFieldsOf(draft),
      onProgress: (progress) =>
        void show(progress < 1 ? { step: 'uploading', progress } : { step: 'processing' }),
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal,
    });
    // The account has logged out in the meantime.
    if (signal.aborted) return;
    showSuccess(account);
    rereadPosts(client, account);
  } catch (error) {
    if (signal.aborted) return;
    const failed = uploadProblem(error);
    show(failed);
    showFailure(account, failed);
  } finally {
    draftStore.end(account, control);
  }
}
