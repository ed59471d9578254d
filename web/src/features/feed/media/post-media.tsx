import type { Post } from '@adda/contract/feed';
import { useUnlock } from '../subscribe/use-unlock.ts';
import { LockedMedia } from './locked-media.tsx';
import { PendingMedia, UnusableMedia } from './media-notes.tsx';
import { PostPhoto } from './post-photo.tsx';
import { PostVideo } from './post-video.tsx';

export type PostMediaProps = {
  post: Post;
  /** Whether it is the first item on the page, whose picture is loaded with priority. */
  isFirst?: boolean;
  /** Opens the post; omitted in the detail view. */
  onOpen?: (() => void) | undefined;
  /** Whether play was already pressed, for a video. */
  isPlaying?: boolean | undefined;
};

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
