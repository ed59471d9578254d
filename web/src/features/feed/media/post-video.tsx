import type { Post } from '@adda/contract/feed';
import { Trans, useLingui } from '@lingui/react/macro';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isFocusLost } from '../../../ui/lost-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { FailedMedia } from './media-notes.tsx';
import { MediaFrame } from './media-frame.tsx';
import { pauseOffScreen, playsNow } from './one-plays.ts';
import { altText } from './post-words.ts';
import { useFreshLink, type FreshLink } from './use-fresh-link.ts';

/** Props of {@link PostVideo}. */
export type PostVideoProps = { post: Post; url: string; isFirst?: boolean | undefined };

const SECONDS_OF_MINUTE = 60;

/** '1:07' */
const lengthText = (seconds: number): string =>
  `${Math.floor(seconds / SECONDS_OF_MINUTE)}:${String(Math.floor(seconds % SECONDS_OF_MINUTE)).padStart(2, '0')}`;

/** What stands for a video until it is asked for: nothing of it is fetched before. */
function Poster({ post, isFirst, onPlay }: Omit<PostVideoProps, 'url'> & { onPlay: () => void }) {
  const link = useFreshLink(post);
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
        onClick={onPlay}
        className="absolute inset-0 grid place-content-center justify-items-center gap-2 focus-visible:outline-offset-[-3px]"
      >
        <span className="grid size-16 place-items-center rounded-full bg-surface/90 text-ink shadow-pill">
          <Play aria-hidden="true" className="size-7 translate-x-0.5 fill-current" />
        </span>
        <VisuallyHidden>
          <Trans>Play video:</Trans> {altText(post)}
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

/** The video itself; it begins when it is there, because somebody has pressed play. */
function Player({ post, url, link }: PostVideoProps & { link: FreshLink }) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const description = altText(post);
  useEffect(() => {
    const { current: player } = video;
    if (!player) return undefined;
    // The button that was pressed is gone.
    if (isFocusLost()) player.focus({ preventScroll: true });
    return pauseOffScreen(player);
  }, []);
  return (
    // People's own recordings come without captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
      src={url}
      poster={post.preview_url ?? undefined}
      aria-label={t`Video: ${description}`}
      controls
      autoPlay
      playsInline
      preload="none"
      onPlay={(event) => playsNow(event.currentTarget)}
      onError={link.onError}
      onLoadedData={link.onLoad}
      className="absolute inset-0 size-full bg-black object-contain"
    />
  );
}

/** The video of a post: its poster until somebody presses play; one plays at a time, and none off screen. */
export function PostVideo(props: PostVideoProps) {
  const { post, isFirst } = props;
  const [isOpen, setOpen] = useState(false);
  const link = useFreshLink(post);
  return (
    <MediaFrame post={post}>
      {!isOpen && <Poster post={post} isFirst={isFirst} onPlay={() => setOpen(true)} />}
      {isOpen && link.state === 'failed' && <FailedMedia post={post} onRetry={link.retry} />}
      {isOpen && link.state !== 'failed' && <Player key={link.attempt} {...props} link={link} />}
    </MediaFrame>
  );
}
