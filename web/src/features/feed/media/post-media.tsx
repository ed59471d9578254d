import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { Spinner } from '../../../ui/spinner.tsx';
import { MediaFrame } from './media-frame.tsx';
import { PendingMedia, UnusableMedia } from './media-notes.tsx';
import { PostPhoto } from './post-photo.tsx';
import { PostVideo } from './post-video.tsx';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../ui/toast-store.ts';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { postKeys } from '../post-keys.ts';
import { rereadPost } from '../post-queries.ts';
import { creatorProfile } from '../subscribe/creator-profile.ts';

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

export type PostMediaProps = {
  post: Post;
  /** Whether it is the first item on the page, whose picture is loaded with priority. */
  isFirst?: boolean;
  /** Opens the post; omitted in the detail view. */
  onOpen?: (() => void) | undefined;
  /** Whether play was already pressed, for a video. */
  isPlaying?: boolean | undefined;
};

type LockedMediaProps = {
  post: Post;
  onUnlock: () => void;
  /** The plans are being requested. */
  isBusy: boolean;
};

/** 'Subscribe to see' on a blur (FE-10): pressing it requests the plans (FE-44). */
function LockedMedia({ post, onUnlock, isBusy }: LockedMediaProps) {
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
      </button>
    </MediaFrame>
  );
}

function Locked({ post }: { post: Post }) {
  const { unlock, isBusy } = useUnlock(post);
  return <LockedMedia post={post} onUnlock={unlock} isBusy={isBusy} />;
}

/** Whether the file could not be processed (SV-58). A viewer without access gets no link, only the blur where it exists. */
const isUnusable = (post: Post): boolean =>
  !post.preview_pending && post.media_url === null && (post.can_view || post.blur_url === null);

/** The photo or video of a post in any of its states; renders nothing for a text post. */
export function PostMedia({ post, isFirst, onOpen, isPlaying }: PostMediaProps) {
  if (!post.has_media) return null;
  if (isUnusable(post)) return <UnusableMedia post={post} />;
  if (!post.can_view) return <Locked post={post} />;
  if (post.preview_pending || post.media_url === null) return <PendingMedia post={post} />;
  const shown = { post, url: post.media_url, isFirst, onOpen };
  return post.is_video ? <PostVideo {...shown} isPlaying={isPlaying} /> : <PostPhoto {...shown} />;
}
