import type { Post } from '@adda/contract/feed';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { isFocusLost } from '../../../ui/lost-focus.ts';
import { useAltText } from './post-labels.ts';
import type { FreshLink } from './use-fresh-link.ts';

/** The playing video; at most one plays. */
let playing: HTMLVideoElement | undefined;

/** Marks a video as playing and pauses the previous one. */
export function setPlayingVideo(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause();
  playing = video;
}

/** Pauses a video when it leaves the viewport. Returns the function that stops observing. */
function pauseOffScreen(video: HTMLVideoElement): () => void {
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some((entry) => !entry.isIntersecting)) video.pause();
  });
  watcher.observe(video);
  return () => {
    watcher.disconnect();
    video.pause();
    if (playing === video) playing = undefined;
  };
}

export type VideoPlayerProps = { post: Post; url: string; link: FreshLink };

/** The video element; it starts to play when it is loaded, because play was pressed. */
export function VideoPlayer({ post, url, link }: VideoPlayerProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const description = useAltText(post);
  useEffect(() => {
    const { current: player } = video;
    if (!player) return undefined;
    // The pressed play button was removed.
    if (isFocusLost()) player.focus({ preventScroll: true });
    return pauseOffScreen(player);
  }, []);
  return (
    // Users' recordings have no captions.
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
      onPlay={(event) => setPlayingVideo(event.currentTarget)}
      onError={link.onError}
      onLoadedData={link.onLoad}
      className="absolute inset-0 size-full bg-black object-contain"
    />
  );
}
