import { displayedName } from '@adda/contract/accounts';
import type { Post } from '@adda/contract/feed';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Heart, MessageCircle, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { useLike } from './use-like.ts';
import { useShare } from './use-share.ts';

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
      className="block max-w-full truncate rounded-card px-4 pt-1 pb-3 text-start text-sm text-mute hover:underline focus-visible:-outline-offset-3 sm:px-5 pointer-coarse:min-h-11"
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
