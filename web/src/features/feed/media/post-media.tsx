import type { Post } from '@adda/contract/feed';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { MediaFrame } from './media-frame.tsx';
import { PostPhoto } from './post-photo.tsx';

/** Loaded lazily: most posts are open. */
const lockedMedia = lazyComponent(() => import('./locked-media.tsx'));

/** Loaded lazily: the poster of a video takes its place meanwhile. */
const postVideo = lazyComponent(() => import('./post-video.tsx'));

/** Loaded lazily: the files of most posts are ready. */
const unfinishedMedia = lazyComponent(() => import('./unfinished-media.tsx'));

export type PostMediaProps = {
  post: Post;
  /** Whether it is the first item on the page, whose picture is loaded with priority. */
  isFirst?: boolean;
  /** Opens the post; omitted in the detail view. */
  onOpen?: (() => void) | undefined;
  /** Whether play was already pressed, for a video. */
  isPlaying?: boolean | undefined;
};

/** Whether the file could not be processed (SV-58). A viewer without access gets no link, only the blur where it exists. */
const isUnusable = (post: Post): boolean =>
  !post.preview_pending && post.media_url === null && (post.can_view || post.blur_url === null);

/** The photo or video of a post in any of its states; renders nothing for a text post. */
export function PostMedia({ post, isFirst, onOpen, isPlaying }: PostMediaProps) {
  if (!post.has_media) return null;
  const blur = <MediaFrame post={post} />;
  const isPending = post.preview_pending || post.media_url === null;
  if (isUnusable(post) || (post.can_view && isPending))
    return (
      <LazyComponent component={unfinishedMedia} fallback={blur} failed={() => blur}>
        {({ PendingMedia, UnusableMedia }) =>
          isUnusable(post) ? <UnusableMedia post={post} /> : <PendingMedia post={post} />
        }
      </LazyComponent>
    );
  if (!post.can_view || post.media_url === null)
    return (
      <LazyComponent component={lockedMedia} fallback={blur} failed={() => blur}>
        {({ Locked }) => <Locked post={post} />}
      </LazyComponent>
    );
  const shown = { post, url: post.media_url, isFirst, onOpen };
  if (!post.is_video) return <PostPhoto {...shown} />;
  return (
    <LazyComponent component={postVideo} fallback={blur} failed={() => blur}>
      {({ PostVideo }) => <PostVideo {...shown} isPlaying={isPlaying} />}
    </LazyComponent>
  );
}
