import type { ErrorCode } from '@adda/contract';
import type { Post } from '@adda/contract/feed';
import { MEDIA_CHANGE_TIMEOUT_MS } from '@adda/contract/feed/limits';
import { t } from '@lingui/core/macro';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast-store.ts';
import { patchPost } from '../post-cache.ts';
import { postKeys } from '../post-keys.ts';
import type { Lock } from './lock-fields.tsx';

/** Editable properties of a post: its lock, and its visibility ('public' or 'private', as the form control has it). */
export type MediaChange = Lock & { readonly visibility: string };

const isVisibility = (value: string): value is Post['visibility'] =>
  value === 'public' || value === 'private';

/** Returns the validation errors of a change (ME-09, FE-21). */
export const mediaProblems = ({ isLocked, planId, visibility }: MediaChange) => ({
  planId: isLocked && planId === '' && t`Please select a plan for locked media`,
  visibility: !isVisibility(visibility) && t`Invalid visibility setting`,
});

/** Error codes whose own text is more specific than the text of the status. */
const codesWithOwnText: readonly string[] = [
  'upload_needs_account',
  'plan_required_for_media',
  'locked_needs_file',
] satisfies ErrorCode[];

function updateText(status: number): string {
  if (status === 400) return t`Invalid media ID or parameters`;
  if (status === 403) return t`Not authorized to update this media`;
  return status === 404 ? t`Media not found` : t`Failed to update media`;
}

/** Returns why a post was not changed, by status (ME-12 to ME-15), with the server's detail where it adds something. */
export function updateProblem(error: unknown): { message: string; detail?: string | undefined } {
  if (!(error instanceof ApiError)) return { message: t`Failed to update media` };
  if (codesWithOwnText.includes(error.code)) return { message: error.detail };
  const message = updateText(error.status);
  return { message, detail: error.message === message ? undefined : error.message };
}

/** Returns the stored form: a locked post is private, an unlocked one has no plan (FE-15, X-27). */
const storedAs = ({ isLocked, planId, visibility }: MediaChange) => ({
  is_locked: isLocked,
  plan_id: isLocked ? planId : null,
  visibility: isLocked || !isVisibility(visibility) ? ('private' as const) : visibility,
});

/** Changes the caller's own post (ME-11), updates it in every view, and reloads the media list (ME-24). */
export const changeMedia = (client: QueryClient, post: Post) =>
  mutationOptions({
    mutationFn: (change: MediaChange) =>
      api('PATCH /media/update/:media_id', {
        params: { media_id: post.media_id },
        body: storedAs(change),
        timeoutMs: MEDIA_CHANGE_TIMEOUT_MS,
      }),
    onSuccess: (_answer, change) => {
      patchPost(client, post.media_id, (held) => ({ ...held, ...storedAs(change) }));
      toast.success(t`Your post is changed.`);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: postKeys.media(post.sender_username) }),
  });
