import type { Post } from '@adda/contract/feed';
import { FailedMedia } from './media-notes.tsx';
import { MediaFrame } from './media-frame.tsx';
import { altText } from './post-words.ts';
import { useFreshLink } from './use-fresh-link.ts';

/** Props of {@link PostPhoto}. */
export type PostPhotoProps = {
  post: Post;
  url: string;
  /** The first picture of a page is what people wait for. */
  isFirst?: boolean | undefined;
  /** A press opens it; left out, it is only shown. */
  onOpen?: (() => void) | undefined;
};

/** The photo of a post in a box of its own form. Where its link has ended a new one is asked for, once unasked. */
export function PostPhoto({ post, url, isFirst, onOpen }: PostPhotoProps) {
  const link = useFreshLink(post);
  const picture = (
    <img
      key={link.attempt}
      src={url}
      alt={altText(post)}
      width={post.width ?? undefined}
      height={post.height ?? undefined}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onLoad={link.onLoad}
      onError={link.onError}
      className="relative size-full object-contain"
    />
  );
  return (
    <MediaFrame post={post} size="card">
      {link.state === 'failed' ? (
        <FailedMedia post={post} onRetry={link.retry} />
      ) : onOpen ? (
        <button
          type="button"
          aria-haspopup="dialog"
          className="absolute inset-0 focus-visible:outline-offset-[-3px]"
          onClick={onOpen}
        >
          {picture}
        </button>
      ) : (
        picture
      )}
    </MediaFrame>
  );
}
