import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { useCreatorRoom } from '../../creators/index.ts';
import { FollowButton } from '../card/follow-button.tsx';
import { PostActions } from '../card/post-actions.tsx';
import { PostHeader } from '../card/post-header.tsx';
import { PostMenu } from '../card/post-menu.tsx';
import { PostText } from '../card/post-text.tsx';
import { CommentForm } from '../comments/comment-form.tsx';
import { CommentList } from '../comments/comment-list.tsx';
import { useCommentDraft } from '../comments/use-comment-draft.ts';
import { PostMedia } from '../media/post-media.tsx';
import { senderName } from '../media/post-labels.ts';

/** Grid with the comments next to the post on wide screens, otherwise below it. */
export const besideClasses = 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]';

/** Limits the height of `PostMedia` on wide screens, so that texts and buttons stay visible in the window. */
const mediaHeightClass = 'lg:[--media-most:max(16rem,calc(100dvh-24rem))]';

/**
 * A post with all its actions; its video starts immediately if `isPlaying`. Comments are next to it on wide screens,
 * otherwise below.
 */
export function PostWithComments({ post, isPlaying }: { post: Post; isPlaying?: boolean }) {
  const nameId = useId();
  const commentsId = useId();
  const comment = useCommentDraft(post.media_id);
  // For live updates of the post.
  useCreatorRoom(post.sender_username);
  return (
    <div className={`${besideClasses} ${mediaHeightClass}`}>
      <article
        aria-labelledby={nameId}
        className="self-start overflow-hidden rounded-card border border-line"
      >
        <PostHeader post={post} nameId={nameId}>
          {!post.is_own && (
            <FollowButton
              username={post.sender_username}
              name={senderName(post)}
              isKnown={post.is_following}
            />
          )}
          <PostMenu post={post} />
        </PostHeader>
        <PostMedia post={post} isFirst isPlaying={isPlaying} />
        <div className="pt-3">
          <PostText post={post} />
        </div>
        <PostActions post={post} />
      </article>
      <section aria-labelledby={commentsId} className="grid grid-cols-1 content-start gap-3">
        <h2 id={commentsId} className="text-lg">
          <Trans>Comments</Trans>
        </h2>
        {post.can_view && <CommentForm comment={comment} />}
        <CommentList post={post} sending={comment.sending} />
      </section>
    </div>
  );
}
