import type { EmbedEvent } from './embed-channel.ts';

/** What can go wrong: the id is none (VP-20), or the video did not load (VP-10). */
export type PlaybackProblem = 'invalid-id' | 'not-loaded';

/** How the video of one frame is doing (VP-03). */
export type Playback = {
  /** The frame answers. */
  readonly isReady: boolean;
  /** 'Loading...' has been shown for as long as it is shown at least (VP-18). */
  readonly hasWaited: boolean;
  readonly isPlaying: boolean;
  readonly isMuted: boolean;
  /** The browser does not let the video start by itself (VP-09). */
  readonly isBlocked: boolean;
  /** It ran, or the person was asked to start it: they are not asked again. */
  readonly isStartSettled: boolean;
  readonly title: string | undefined;
  readonly problem: PlaybackProblem | undefined;
};

/** What happens to a video: the frame's news, the player's clocks and the person's presses. */
export type PlaybackEvent =
  | EmbedEvent
  | { readonly type: 'waited' | 'gave-up' | 'start-pressed' | 'mute-pressed' };

/** A frame that was just opened. */
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

/** YouTube's number for an id that can't be one. */
const INVALID_PARAMETER = 2;

/** Whether 'Loading...' is shown (VP-07). */
export const isLoading = ({ problem, isReady, hasWaited }: Playback): boolean =>
  problem === undefined && !(isReady && hasWaited);

/** What becomes of a video by what happens to it. */
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
