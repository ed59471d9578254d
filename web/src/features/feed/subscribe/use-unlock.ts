import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../ui/toast-store.ts';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { postKeys } from '../post-keys.ts';
import { rereadPost } from '../post-queries.ts';
import { creatorProfile } from './creator-profile.ts';

/**
 * Handler of pressing a locked post (FE-44): loads the sender's plans, and shows them (FE-45) or that there are none
 * (FE-46). Reloads the post if the viewer has subscribed in the meantime.
 */
export function useUnlock({ media_id: mediaId, sender_username: username }: Unlockable) {
  const client = useQueryClient();
  const openDialog = useOpenDialog();
  const read = useMutation({
    mutationFn: () => client.fetchQuery({ ...creatorProfile(username), staleTime: 0 }),
    onSuccess: ({ plans, is_subscribed: isSubscribed }) => {
      if (isSubscribed) {
        void rereadPost(client, mediaId);
        void client.invalidateQueries({ queryKey: postKeys.fresh });
      } else if (plans.length === 0) toast.problem(t`No subscription plans available for this creator`);
      else openDialog({ what: 'subscribe', username, plans });
    },
    onError: () => toast.problem(t`Failed to load subscription plans`),
  });
  return {
    isBusy: read.isPending,
    unlock: () => {
      if (!read.isPending) read.mutate();
    },
  };
}

type Unlockable = { readonly media_id: string; readonly sender_username: string };
