import type { Post } from '@adda/contract/feed';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { postKeys } from '../post-keys.ts';
import { rereadPost } from '../post-queries.ts';
import { creatorProfile } from '../subscribe/creator-profile.ts';
import { MediaFrame } from './media-frame.tsx';

// Not needed for the first paint.
const price = lazyComponent(() => import('./locked-price.tsx'));

/**
 * Handler of pressing a locked post (FE-44): loads the sender's plans, and shows them (FE-45) or that there are none
 * (FE-46). Reloads the post if the viewer has subscribed in the meantime.
 */
function useUnlock({ media_id: mediaId, sender_username: username }: Unlockable) {
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

type LockedMediaProps = {
  post: Post;
  onUnlock: () => void;
  /** The plans are being requested. */
  isBusy: boolean;
};

/** 'Subscribe to see' and the lowest price on a blur (FE-10, HM-14): pressing it requests the plans (FE-44). */
function LockedMedia({ post, onUnlock, isBusy }: LockedMediaProps) {
  const dollars = post.price_from;
  return (
    <MediaFrame post={post}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-busy={isBusy || undefined}
        onClick={onUnlock}
        className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-surface/35 focus-visible:outline-offset-[-3px]"
      >
        <span className="grid size-16 place-items-center rounded-full bg-surface/90 text-rani-ink shadow-pill">
          {isBusy ? <Spinner /> : <Lock aria-hidden="true" className="size-7" />}
        </span>
        <span className="rounded-full bg-surface/90 px-4 py-1.5 font-semibold shadow-pill">
          <Trans>Subscribe to see</Trans>
        </span>
        {dollars !== null && (
          <span className="min-h-6 min-w-24 rounded-full bg-surface/90 px-3 py-0.5 text-sm shadow-pill">
            <LazyComponent component={price} failed={() => null}>
              {({ LockedPrice }) => <LockedPrice dollars={dollars} />}
            </LazyComponent>
          </span>
        )}
      </button>
    </MediaFrame>
  );
}

/** A locked post that the viewer may not see: its blur, the price, and the way to the plans. */
export function Locked({ post }: { post: Post }) {
  const { unlock, isBusy } = useUnlock(post);
  return <LockedMedia post={post} onUnlock={unlock} isBusy={isBusy} />;
}
