/** The video that plays; there is never a second one. */
let playing: HTMLVideoElement | undefined;

/** A video has begun to play: the one before is paused. */
export function playsNow(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause();
  playing = video;
}

/** Pauses a video when none of it is on screen any more. Returns how to stop watching. */
export function pauseOffScreen(video: HTMLVideoElement): () => void {
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
