import type { Post } from '@adda/contract/feed';
import { memo, useEffect, useId, useState } from 'react';
import { useCreatorRoom } from '../../creators/index.ts';
import { useBlockCheck } from '../../relations/index.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { PostMedia } from '../media/post-media.tsx';
import { senderName } from '../media/post-labels.ts';
import { cardClasses } from './card-classes.ts';
import { FollowButton } from './follow-button.tsx';
import { PostActions } from './post-actions.tsx';
import { PostHeader } from './post-header.tsx';
import { PostMenu } from './post-menu.tsx';
import { PostText } from './post-text.tsx';

/** Loaded lazily: most items of the feed are no ads. */
const adCard = lazyComponent(() => import('./ad-card.tsx'));

export type PostCardProps = {
  post: Post;
  /** Whether it is the first item on the page, whose picture is loaded with priority. */
  isFirst?: boolean;
};

/** Milliseconds after which a card counts as viewed; a shorter time means that it was scrolled past. */
const DWELL_MS = 700;

/** Whether the component has been mounted for a moment: requests per card wait for it. */
function useHasDwelled(): boolean {
  const [hasDwelled, setDwelled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDwelled(true), DWELL_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasDwelled;
}

function PersonCard({ post, isFirst }: PostCardProps) {
  const openDialog = useOpenDialog();
  const nameId = useId();
  const { sender_username: sender, is_own: isOwn } = post;
  useBlockCheck(isOwn ? undefined : sender);
  useCreatorRoom(useHasDwelled() ? sender : undefined);
  return (
    <article aria-labelledby={nameId} tabIndex={-1} className={cardClasses}>
      <PostHeader post={post} nameId={nameId}>
        {!isOwn && <FollowButton username={sender} name={senderName(post)} isKnown={post.is_following} />}
        <PostMenu post={post} />
      </PostHeader>
      <PostText post={post} />
      <PostMedia post={post} isFirst={isFirst} onOpen={() => openDialog({ what: 'detail', post })} />
      <PostActions post={post} onComments={() => openDialog({ what: 'comments', post })} />
    </article>
  );
}

/** A post or an ad in the feed. Memoised, so that lists of hundreds of cards render quickly. */
export const PostCard = memo(function PostCard({ post, isFirst }: PostCardProps) {
  if (!post.is_ad) return <PersonCard post={post} isFirst={isFirst} />;
  return (
    <LazyComponent component={adCard} fallback={<div className={cardClasses} />} failed={() => null}>
      {({ AdCard }) => <AdCard ad={post} isFirst={isFirst} />}
    </LazyComponent>
  );
});
