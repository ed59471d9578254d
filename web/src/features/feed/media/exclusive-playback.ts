/** The playing video; at most one plays. */
let playing: HTMLVideoElement | undefined;

/** Marks a video as playing and pauses the previous one. */
export function setPlayingVideo(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause();
  playing = video;
}

/** Pauses a video when it leaves the viewport. Returns the function that stops observing. */
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
