import { displayedName } from '@adda/contract/accounts';
import type { Post } from '@adda/contract/feed';
import { LIKED_BY_MAX } from '@adda/contract/feed/limits';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart, MessageCircle, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import { useSession } from '../../../platform/use-session.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { senderName } from '../media/post-labels.ts';
import { patchPost } from '../post-cache.ts';
import { showActivityProblem } from './show-activity-problem.ts';

/** Number of names of likers that are written out. */
const NAMES_SHOWN = 2;

const shortCount = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

type ActionProps = {
  label: string;
  icon: ReactNode;
  /** 0 shows no number. */
  count: number;
  isPressed?: boolean;
  opensDialog?: boolean;
  onPress: () => void;
};

function Action({ label, icon, count, isPressed, opensDialog, onPress }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-3 text-sm font-semibold tabular-nums transition duration-150 hover:bg-raised active:scale-95',
        isPressed && 'text-rani-ink',
      )}
    >
      {icon}
      {count > 0 && <span aria-hidden="true">{shortCount.format(count)}</span>}
    </button>
  );
}

/** 'Liked by asha, riya and 3 others', which opens the full list (FE-13); renders nothing without likes. */
function LikedBy({ post }: { post: Post }) {
  const account = useSession()?.username;
  const { t } = useLingui();
  const openDialog = useOpenDialog();
  const names = post.liked_by
    .slice(0, NAMES_SHOWN)
    .map((name) => (name === account ? t`you` : displayedName(name)))
    .join(', ');
  if (names === '') return null;
  const others = post.like_count - Math.min(post.liked_by.length, NAMES_SHOWN);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openDialog({ what: 'likes', post })}
      className="-mt-2 block max-w-full truncate rounded-card px-4 pt-1 pb-3 text-start text-sm text-mute hover:underline focus-visible:-outline-offset-3 sm:px-5 pointer-coarse:min-h-11"
    >
      {others > 0 ? (
        <Trans>
          Liked by {names} and <Plural value={others} one="# other" other="# others" />
        </Trans>
      ) : (
        <Trans>Liked by {names}</Trans>
      )}
    </button>
  );
}

export type PostActionsProps = {
  post: Post;
  /** Opens the comments; omitted where they are already visible. */
  onComments?: (() => void) | undefined;
};

/** Returns the post with or without the caller's like. */
function withLike(post: Post, account: string, isLiked: boolean): Post {
  if (post.liked_by_me === isLiked) return post;
  const others = post.liked_by.filter((name) => name !== account);
  return {
    ...post,
    liked_by_me: isLiked,
    liked_by: isLiked ? [account, ...others].slice(0, LIKED_BY_MAX) : others,
    like_count: Math.max(0, post.like_count + (isLiked ? 1 : -1)),
  };
}

/** Likes a post or removes the like: an optimistic update in every view, with rollback (X-04, SV-64). */
function useLike({ media_id: mediaId, liked_by_me: isLiked }: Pick<Post, 'media_id' | 'liked_by_me'>) {
  const client = useQueryClient();
  const account = useSession()?.username ?? '';
  const change = useMutation({
    mutationFn: (_shouldLike: boolean) => api('POST /media/like', { body: { media_id: mediaId } }),
    onMutate: (shouldLike) => patchPost(client, mediaId, (post) => withLike(post, account, shouldLike)),
    onSuccess: ({ liked, like_count }) =>
      patchPost(client, mediaId, (post) => ({ ...withLike(post, account, liked), like_count })),
    onError: (error, shouldLike) => {
      patchPost(client, mediaId, (post) => withLike(post, account, !shouldLike));
      showActivityProblem(error, t`Failed to like post`);
    },
  });
  return () => {
    // The route toggles: a second request before the first response would undo it.
    if (!change.isPending) change.mutate(!isLiked);
  };
}

/** Shares a link to a post (SV-65): through the share sheet where there is one, otherwise by copying (X-04). */
function useShare(post: Post) {
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

/** Like, comment and share with their counts (FE-07), and who likes the post. */
export function PostActions({ post, onComments }: PostActionsProps) {
  const { t } = useLingui();
  const like = useLike(post);
  const share = useShare(post);
  const { like_count: likes, comment_count: comments, share_count: shares, liked_by_me: isLiked } = post;
  return (
    <>
      <div className="flex flex-wrap gap-1 p-2">
        <Action
          label={`${t`Like`}, ${plural(likes, { one: '# like', other: '# likes' })}`}
          icon={<Heart aria-hidden="true" className={isLiked ? 'size-5 fill-current' : 'size-5'} />}
          count={likes}
          isPressed={isLiked}
          onPress={like}
        />
        {onComments && (
          <Action
            label={`${t`Comment`}, ${plural(comments, { one: '# comment', other: '# comments' })}`}
            icon={<MessageCircle aria-hidden="true" className="size-5" />}
            count={comments}
            opensDialog
            onPress={onComments}
          />
        )}
        <Action
          label={`${t`Share`}, ${plural(shares, { one: 'shared # time', other: 'shared # times' })}`}
          icon={<Share2 aria-hidden="true" className="size-5" />}
          count={shares}
          onPress={share}
        />
      </div>
      <LikedBy post={post} />
    </>
  );
}
