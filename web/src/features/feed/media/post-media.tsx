import type { Post } from '@adda/contract/feed';
import { useUnlock } from '../subscribe/use-unlock.ts';
import { LockedMedia } from './locked-media.tsx';
import { PendingMedia, UnusableMedia } from './media-notes.tsx';
import { PostPhoto } from './post-photo.tsx';
import { PostVideo } from './post-video.tsx';

/** Props of {@link PostMedia}. */
export type PostMediaProps = {
  post: Post;
  /** It is what people see first on the page. */
  isFirst?: boolean;
  /** Opens the post; left out where it is open. */
  onOpen?: (() => void) | undefined;
  /** Play has been pressed already, if it is a video. */
  isPlaying?: boolean | undefined;
};

function Locked({ post }: { post: Post }) {
  const { unlock, isBusy } = useUnlock(post);
  return <LockedMedia post={post} onUnlock={unlock} isBusy={isBusy} />;
}

/** Its file could not be prepared (SV-58). Without the right to see it there is no address, only a blur, if it was made. */
const isUnusable = (post: Post): boolean =>
  !post.preview_pending && post.media_url === null && (post.can_view || post.blur_url === null);

/** What a post shows besides words, in whichever state it is; nothing for words alone. */
export function PostMedia({ post, isFirst, onOpen, isPlaying }: PostMediaProps) {
  if (!post.has_media) return null;
  if (isUnusable(post)) return <UnusableMedia post={post} />;
  if (!post.can_view) return <Locked post={post} />;
  if (post.preview_pending || post.media_url === null) return <PendingMedia post={post} />;
  const shown = { post, url: post.media_url, isFirst, onOpen };
  return post.is_video ? <PostVideo {...shown} isPlaying={isPlaying} /> : <PostPhoto {...shown} />;
}
