import type { Post } from '@adda/contract/feed';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { senderName } from '../media/post-labels.ts';
import { patchPost } from '../post-cache.ts';
import { showActivityProblem } from './show-activity-problem.ts';

/** Shares a link to a post (SV-65): through the share sheet where there is one, otherwise by copying. */
export function useShare(post: Post) {
  const client = useQueryClient();
  const mediaId = post.media_id;
  const change = useMutation({
    mutationFn: () => api('POST /media/share', { body: { media_id: mediaId } }),
    onSuccess: async ({ share_url: url, share_count: count }) => {
      patchPost(client, mediaId, (before) => ({ ...before, share_count: count }));
      const name = senderName(post);
      // Loaded on the first share.
      const { shareLink } = await import('../share-link.ts');
      await shareLink(url, t`A post of ${name}`);
    },
    onError: (error) => showActivityProblem(error, t`Failed to share post`),
  });
  return () => {
    if (!change.isPending) change.mutate();
  };
}
