/**
 * Videos: adding one to a message, its card in a message, and the player that floats over the whole app. The dialog and the
 * player are loaded lazily, and nothing is requested from YouTube before Play is pressed.
 */
export { AddVideoDialog } from './add-video.tsx';
export { PlayerHost } from './player-host.tsx';
export { VideoCard } from './video-card.tsx';
