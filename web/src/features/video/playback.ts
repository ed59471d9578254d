import type { EmbedEvent } from './embed-channel.ts';

/** Failures: an invalid id (VP-20), or a video that did not load (VP-10). */
export type PlaybackProblem = 'invalid-id' | 'not-loaded';

/** Playback state of one frame (VP-03). */
export type Playback = {
  /** The frame has responded. */
  readonly isReady: boolean;
  /** 'Loading...' was shown for its minimum time (VP-18). */
  readonly hasWaited: boolean;
  readonly isPlaying: boolean;
  readonly isMuted: boolean;
  /** The browser blocks autoplay of the video (VP-09). */
  readonly isBlocked: boolean;
  /** The video has run, or the user pressed Start: autoplay no longer counts as blocked. */
  readonly isStartSettled: boolean;
  readonly title: string | undefined;
  readonly problem: PlaybackProblem | undefined;
};

/** Events of a video: from the frame, from the player's timers and from the user. */
export type PlaybackEvent =
  | EmbedEvent
  | { readonly type: 'waited' | 'gave-up' | 'start-pressed' | 'mute-pressed' };

/** Returns the initial state of a frame. */
export const freshPlayback = (hasGoodId: boolean): Playback => ({
  isReady: false,
  hasWaited: false,
  isPlaying: false,
  isMuted: false,
  isBlocked: false,
  isStartSettled: false,
  title: undefined,
  problem: hasGoodId ? undefined : 'invalid-id',
});

/** YouTube's error code of an invalid id. */
const INVALID_PARAMETER = 2;

/** Whether 'Loading...' is shown (VP-07). */
export const isLoading = ({ problem, isReady, hasWaited }: Playback): boolean =>
  problem === undefined && !(isReady && hasWaited);

/** Returns the state after an event. */
export function nextPlayback(state: Playback, event: PlaybackEvent): Playback {
  switch (event.type) {
    case 'ready':
      return { ...state, isReady: true };
    case 'waited':
      return { ...state, hasWaited: true };
    case 'gave-up':
      return state.isReady ? state : { ...state, problem: state.problem ?? 'not-loaded' };
    case 'playback':
      return event.isPlaying
        ? { ...state, isReady: true, isPlaying: true, isBlocked: false, isStartSettled: true }
        : { ...state, isPlaying: false };
    case 'muted':
      return { ...state, isMuted: event.isMuted };
    case 'title':
      return { ...state, title: event.title };
    case 'blocked':
      return state.isStartSettled ? state : { ...state, isReady: true, isBlocked: true };
    case 'failed': {
      const problem = event.code === INVALID_PARAMETER ? 'invalid-id' : 'not-loaded';
      return { ...state, problem, isPlaying: false, isBlocked: false };
    }
    case 'start-pressed':
      return { ...state, isBlocked: false, isStartSettled: true };
    case 'mute-pressed':
      return { ...state, isMuted: !state.isMuted };
    default:
      return state;
  }
}
