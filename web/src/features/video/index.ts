/**
 * Videos: adding one to a message, its card in a message, and the player that floats over the whole app. Everything
 * here is small; the dialog and the player load when they are opened, and nothing comes from YouTube before somebody
 * presses Play.
 */
export { AddVideoDialog } from './add-video.tsx';
export { PlayerHost } from './player-host.tsx';
export { VideoCard } from './video-card.tsx';
