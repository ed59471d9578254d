import type { Post } from '@adda/contract/feed';
import { PREVIEW_SIDE } from '@adda/contract/media';
import { useRef } from 'react';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { FailedMedia } from './media-notes.tsx';
import { maxSize, MediaFrame } from './media-frame.tsx';
import { useAltText } from './post-labels.ts';
import { useFreshLink } from './use-fresh-link.ts';

export type PostPhotoProps = {
  post: Post;
  url: string;
  /** Loaded with priority. */
  isFirst?: boolean | undefined;
  /** Opens the post on press; without it the photo is not interactive. */
  onOpen?: (() => void) | undefined;
};

/** Width of a card: the column of the main screen between its margins. */
const CARD_WIDTH = '(min-width: 48rem) 44.5rem, calc(100vw - 2rem)';

/** Returns the `srcSet` of the small and the large picture; undefined where there is only one. */
function choices({ preview_url: preview, width, height }: Post, url: string) {
  if (preview === null || !width || !height) return undefined;
  const previewWidth = Math.round(width * Math.min(1, PREVIEW_SIDE / Math.max(width, height)));
  return previewWidth < width ? `${preview} ${previewWidth}w, ${url} ${width}w` : undefined;
}

/** The photo of a post in a box with the same aspect ratio. An expired link is renewed once automatically. */
export function PostPhoto({ post, url, isFirst, onOpen }: PostPhotoProps) {
  const link = useFreshLink(post);
  const alt = useAltText(post);
  const frame = useRef<HTMLDivElement>(null);
  // A retry removes the notice with its button.
  const focusKept = useKeepFocus(() => frame.current?.querySelector('button') ?? frame.current);
  const picture = (
    <img
      key={link.attempt}
      sizes={CARD_WIDTH}
      // The detail view always loads the large picture.
      srcSet={onOpen && choices(post, url)}
      src={url}
      alt={alt}
      width={post.width ?? undefined}
      height={post.height ?? undefined}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onLoad={link.onLoad}
      onError={link.onError}
      style={maxSize(post)}
      className="absolute inset-0 m-auto size-full object-contain"
    />
  );
  return (
    <MediaFrame post={post} frame={{ ref: frame, tabIndex: -1, ...focusKept }}>
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
