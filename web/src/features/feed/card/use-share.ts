import type { Post } from '@adda/contract/feed';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast-store.ts';
import { senderName } from '../media/post-words.ts';
import { patchPost } from '../post-cache.ts';
import { reactionProblem } from './reaction-problem.ts';

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(t`Link copied`);
  } catch {
    // No permission, or no secure page: the link itself is still of use.
    toast.show(url);
  }
}

/** Hands a link to the device's own sheet; where there is none, or it refuses, the link is copied. */
async function handOn(url: string, title: string): Promise<void> {
  if (!('share' in navigator)) return copy(url);
  try {
    await navigator.share({ url, title });
    return undefined;
  } catch (error) {
    // Somebody closed the sheet: nothing more is wanted.
    return error instanceof DOMException && error.name === 'AbortError' ? undefined : copy(url);
  }
}

/** Shares a link that opens a post (SV-65): the share sheet where there is one, copied otherwise. */
export function useShare(post: Post) {
  const client = useQueryClient();
  const mediaId = post.media_id;
  const change = useMutation({
    mutationFn: () => api('POST /media/share', { body: { media_id: mediaId } }),
    onSuccess: async ({ share_url: url, share_count: count }) => {
      patchPost(client, mediaId, (before) => ({ ...before, share_count: count }));
      const name = senderName(post);
      await handOn(url, t`A post of ${name}`);
    },
    onError: (error) => reactionProblem(error, t`Failed to share post`),
  });
  return () => {
    if (!change.isPending) change.mutate();
  };
}
