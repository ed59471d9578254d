import type { Post } from '@adda/contract/feed';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { removePost } from '../post-cache.ts';
import { showActivityProblem } from './show-activity-problem.ts';

export type HideAdProps = { ad: Post; onClose: () => void };

/** Asks for confirmation and hides an ad permanently (AD-24, SV-66). */
export function HideAd({ ad, onClose }: HideAdProps) {
  const client = useQueryClient();
  const hide = useMutation({
    mutationFn: () => api('POST /feed/hide-ad', { body: { ad_id: ad.ad_id ?? ad.media_id } }),
    onMutate: () => ({ rollback: removePost(client, ad.media_id) }),
    onError: (error, _nothing, held) => {
      held?.rollback();
      showActivityProblem(error, t`Failed to hide ad`);
    },
  });
  const confirm = () => {
    hide.mutate();
    onClose();
  };
  const sponsor = ad.sponsor ?? '';
  return (
    <ConfirmDialog
      isOpen
      title={<Trans>Hide this ad?</Trans>}
      description={<Trans>You won't see this ad of {sponsor} again.</Trans>}
      confirmLabel={<Trans>Hide</Trans>}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
