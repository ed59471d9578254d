import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { FailedMedia } from './media-notes.tsx';
import { MediaFrame } from './media-frame.tsx';
import { useAltText } from './post-labels.ts';
import { useFreshLink } from './use-fresh-link.ts';

export type PostVideoProps = {
  post: Post;
  url: string;
  isFirst?: boolean | undefined;
  /** Opens the post when play is pressed; without it, the video plays in place. */
  onOpen?: (() => void) | undefined;
  /** Whether play was already pressed in the view that opened the post. */
  isPlaying?: boolean | undefined;
};

// Loaded lazily: in the feed nothing plays, pressing play opens the post.
const player = lazyComponent(() => import('./video-player.tsx'));

const SECONDS_OF_MINUTE = 60;

/** Formats seconds as '1:07'. */
const lengthText = (seconds: number): string =>
  `${Math.floor(seconds / SECONDS_OF_MINUTE)}:${String(Math.floor(seconds % SECONDS_OF_MINUTE)).padStart(2, '0')}`;

/** The poster of a video; no byte of the video is loaded before play is pressed. */
function Poster(props: Pick<PostVideoProps, 'post' | 'isFirst'> & { isDialog: boolean; onPlay: () => void }) {
  const { post, isFirst, isDialog, onPlay } = props;
  const link = useFreshLink(post);
  const alt = useAltText(post);
  return (
    <>
      {post.preview_url !== null && link.state !== 'failed' && (
        <img
          key={link.attempt}
          src={post.preview_url}
          alt=""
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onLoad={link.onLoad}
          onError={link.onError}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <button
        type="button"
        aria-haspopup={isDialog ? 'dialog' : undefined}
        onClick={onPlay}
        className="absolute inset-0 grid place-content-center justify-items-center gap-2 focus-visible:outline-offset-[-3px]"
      >
        <span className="grid size-16 place-items-center rounded-full bg-surface/90 text-ink shadow-pill">
          <Play aria-hidden="true" className="size-7 translate-x-0.5 fill-current" />
        </span>
        <VisuallyHidden>
          <Trans>Play video:</Trans> {alt}
        </VisuallyHidden>
        {link.state === 'failed' && (
          <span className="rounded-full bg-surface/90 px-3 py-1 text-sm font-medium">
            <Trans>Failed to load preview</Trans>
          </span>
        )}
      </button>
      {post.duration !== null && (
        <span
          aria-hidden="true"
          className="absolute end-2 bottom-2 rounded-full bg-black/70 px-2 py-0.5 text-xs font-semibold text-white tabular-nums"
        >
          {lengthText(post.duration)}
        </span>
      )}
    </>
  );
}

/** While the code loads, only the blur is visible. */
const notLoaded = (retry: () => void) => (
  <div className="absolute inset-0 grid place-items-center">{tryAgain(retry)}</div>
);

/**
 * The video of a post: its poster until play is pressed, which opens the post (FE-47) or, in the detail view, plays it. One
 * plays at a time, and none outside the viewport.
 */
export function PostVideo(props: PostVideoProps) {
  const { post, isFirst, onOpen, isPlaying = false } = props;
  const [isOpen, setOpen] = useState(isPlaying);
  const link = useFreshLink(post);
  return (
    <MediaFrame post={post}>
      {!isOpen && (
        <Poster
          post={post}
          isFirst={isFirst}
          isDialog={onOpen !== undefined}
          onPlay={onOpen ?? (() => setOpen(true))}
        />
      )}
      {isOpen && link.state === 'failed' && <FailedMedia post={post} onRetry={link.retry} />}
      {isOpen && link.state !== 'failed' && (
        <LazyComponent component={player} failed={notLoaded}>
          {({ VideoPlayer }) => <VideoPlayer key={link.attempt} post={post} url={props.url} link={link} />}
        </LazyComponent>
      )}
    </MediaFrame>
  );
}
